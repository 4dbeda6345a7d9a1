"""Who sits with whom, pure: entrants are numbers, history is data, chance is a generator that is passed in."""
