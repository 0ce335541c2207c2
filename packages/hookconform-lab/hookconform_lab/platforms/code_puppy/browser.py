"""The calls that drive the browser tools of Code Puppy, which has no browser in the lab: each of them fails."""

from __future__ import annotations

from hookconform_lab.lab.script import call

# In milliseconds.
_SOON = 100
CALLS = (
    call("browser_status"),
    call("browser_initialize", headless=True, browser_type="chromium", homepage="{{model_url}}/page"),
    call("browser_new_page", url="{{model_url}}/page"),
    call("browser_list_pages"),
    call("browser_navigate", url="{{model_url}}/page"),
    call("browser_get_page_info"),
    call("browser_go_back"),
    call("browser_go_forward"),
    call("browser_reload", wait_until="load"),
    call("browser_wait_for_load", state="load", timeout=_SOON),
    call("browser_page_snapshot", limit=5),
    call("browser_find_by_role", role="button", name="Go", exact=True, timeout=_SOON),
    call("browser_find_by_text", text="Go", exact=True, timeout=_SOON),
    call("browser_find_by_label", text="Go", exact=True, timeout=_SOON),
    call("browser_find_by_placeholder", text="Go", exact=True, timeout=_SOON),
    call("browser_find_by_test_id", test_id="go", timeout=_SOON),
    call("browser_find_buttons", text_filter="Go", timeout=_SOON),
    call("browser_find_links", text_filter="Go", timeout=_SOON),
    call("browser_xpath_query", xpath="//a", timeout=_SOON),
    call("browser_click_by_role", role="button", name="Go", exact=True, timeout=_SOON),
    call("browser_click_by_text", text="Go", exact=True, timeout=_SOON),
    call("browser_set_text_by_label", label="Name", text="x", exact=True, timeout=_SOON),
    call("browser_click", selector="#go", timeout=_SOON, force=False, button="left", modifiers=["Shift"]),
    call("browser_double_click", selector="#go", timeout=_SOON, force=False),
    call("browser_hover", selector="#go", timeout=_SOON, force=False),
    call("browser_set_text", selector="#name", text="x", clear_first=True, timeout=_SOON),
    call("browser_get_text", selector="#go", timeout=_SOON),
    call("browser_get_value", selector="#name", timeout=_SOON),
    call("browser_select_option", selector="#list", value="a", label="A", index=0, timeout=_SOON),
    call("browser_check", selector="#box", timeout=_SOON),
    call("browser_uncheck", selector="#box", timeout=_SOON),
    call("browser_execute_js", script="1 + 1", timeout=_SOON),
    call("browser_scroll", direction="down", amount=1, element_selector="#list"),
    call("browser_scroll_to_element", selector="#go", timeout=_SOON),
    call("browser_set_viewport", width=640, height=480),
    call("browser_wait_for_element", selector="#go", state="visible", timeout=_SOON),
    call("browser_highlight_element", selector="#go", color="red", timeout=_SOON),
    call("browser_clear_highlights"),
    call("browser_screenshot_analyze", full_page=False, element_selector="#go"),
    call("browser_save_workflow", name="lab", content="# Lab\n"),
    call("browser_list_workflows"),
    call("browser_read_workflow", name="lab"),
    call("browser_close"),
)
