"""Pages of words only."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.outcomes import OUTCOMES
from ladder.help_texts import BY_SLUG, TOPICS
from ladder.selectors import demo


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "ladder/privacy.html")


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What the site is; on one that holds the demo, first the three things to look at."""
    context = {"outcomes": OUTCOMES, "demo": demo.demo_shown(), "double": demo.DOUBLE, "manager": demo.MANAGER}
    return render(request, "ladder/about.html", context)


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    return render(request, "ladder/help.html", {"topics": TOPICS})


@require_safe
def help_topic(request: HttpRequest, slug: str) -> HttpResponse:
    topic = BY_SLUG.get(slug)
    if topic is None:
        raise Http404
    number = TOPICS.index(topic)
    context = {
        "topic": topic,
        "before": TOPICS[number - 1] if number else None,
        "after": TOPICS[number + 1] if number + 1 < len(TOPICS) else None,
        "outcomes": OUTCOMES,
    }
    return render(request, "ladder/help_topic.html", context)
