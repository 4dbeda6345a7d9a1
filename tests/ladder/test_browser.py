"""What only a browser can tell about every page."""

import pytest

pytestmark = pytest.mark.browser

INLINE = """() => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.documentElement.append(script);
    return Boolean(window.ran);
}"""


def test_the_policy_stops_a_script_inside_a_page(live_server, page):
    blocked = []
    page.on("console", lambda message: blocked.append(message.text))
    page.goto(f"{live_server.url}/healthz")
    assert page.evaluate(INLINE) is False
    assert any("Content Security Policy" in text for text in blocked)
    page.goto("about:blank")
    assert page.evaluate(INLINE) is True, "without the policy the same script runs"
