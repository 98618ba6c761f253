"""The page to try the API, in a browser that keeps the site's content security policy."""

import pytest
from playwright.sync_api import expect


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_query_can_be_tried_in_the_browser_where_it_is_as_dark_as_the_site(
    live_server, cast, page
):
    complaints = []
    page.on(
        "console", lambda message: complaints.append(message.text) if message.type == "error" else 0
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.emulate_media(color_scheme="dark")
    page.goto(f"{live_server.url}/api/docs/")
    is_dark_until_light_is_chosen(page)
    page.locator("#operations-tag-evidence").click()
    operation = page.locator("#operations-evidence-evidence_list")
    operation.locator(".opblock-summary-control").click()
    operation.get_by_role("button", name="Try it out").click()
    operation.locator("tr[data-param-name=q] input").fill("thirty squares")
    operation.get_by_role("button", name="Execute").click()
    answer = operation.locator(".live-responses-table .response .highlight-code").first
    expect(answer).to_contain_text("demo-1")
    assert complaints == []


def is_dark_until_light_is_chosen(page):
    shown = page.locator(".swagger .swagger-ui").first
    expect(shown).not_to_have_css("background-color", "rgb(255, 255, 255)")
    expect(page.locator("html")).to_have_class("js dark-mode")
    page.locator("#theme").select_option("light")
    expect(page.locator("html")).to_have_class("js")
