"""What a stage is made of and how it goes on, pure: state in, state out; entrants are numbers."""
