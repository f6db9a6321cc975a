"""The page of interactiveRigidBodyTree in Chromium: what a user sees, drags and presses.

Needs playwright's Python package and a chromium on the machine; its own browsers are not downloaded.
"""

import shutil
import time

import numpy as np
import pytest

import rst_compat as rst

pytestmark = pytest.mark.browser
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
BENT = [0.2, 0.6, -0.3, -1.2, 0.4, 0.8, 0.1]
# Software rendering, for no graphics card is asked for; root in a container has no sandbox and little shared memory.
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--use-gl=angle", "--use-angle=swiftshader"]


@pytest.fixture(scope="module")
def chromium():
    playwright = pytest.importorskip("playwright.sync_api", reason="pip install '.[browser]'")
    pytest.importorskip("viser", reason="pip install '.[browser]'")
    if CHROMIUM is None:
        pytest.skip("there is no chromium on this machine")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def viztree():
    robot = rst.importrobot("iiwa14", DataFormat="column")
    made = rst.interactiveRigidBodyTree(robot, Browser="off")
    yield made
    made.close()


@pytest.fixture(scope="module")
def page(chromium, viztree):
    """The page, and everything that went wrong on it in ``page.faults``; requests to other hosts are faults."""
    page = chromium.new_page(viewport={"width": 1000, "height": 640})  # pixels take time without a graphics card
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("console", lambda message: page.faults.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: page.faults.append(request.url) if "//127.0.0.1" not in request.url else None)
    page.goto(viztree.Address)
    page.get_by_role("slider").first.wait_for(timeout=60_000)
    page.wait_for_function("document.querySelector('canvas') !== null")
    return page


@pytest.fixture(autouse=True)
def bent(page, viztree):
    viztree.MarkerControlMethod = "InverseKinematics"
    viztree.Configuration = BENT
    eventually(lambda: "0.2, 0.6, -0.3" in page.locator("code").first.inner_text())
    yield
    still(page, viztree)
    assert page.faults == []


def still(page, viztree):
    """Wait until page and robot agree twice in a row: nothing that the user did is on its way any more."""

    def agreed():
        shown = [float(slider.get_attribute("aria-valuenow")) for slider in page.get_by_role("slider").all()]
        text = page.locator("code").first.inner_text()
        same = np.allclose(np.degrees(viztree.Configuration), shown, atol=0.06)
        return (text, shown) if same and text in viztree._on_page._state().text else None

    def twice():
        before = agreed()
        page.wait_for_timeout(300)
        return before is not None and before == agreed()

    eventually(twice)


def eventually(what, seconds=60):
    """Wait until something is so: the page and the server talk in their own time."""
    end = time.monotonic() + seconds
    while not (result := what()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)
    return result


def test_the_page_shows_sliders_and_text(page, viztree):
    assert page.get_by_role("slider").count() == 7
    labels = page.locator("label").all_inner_texts()
    assert [label for label in labels if label.endswith("[°]")] == [f"iiwa_joint_{k} [°]" for k in range(1, 8)]
    codes = page.locator("code").all_inner_texts()
    assert codes == ["q = [0.2, 0.6, -0.3, -1.2, 0.4, 0.8, 0.1]", "q = [0.2; 0.6; -0.3; -1.2; 0.4; 0.8; 0.1];"]
    assert float(page.get_by_role("slider").nth(1).get_attribute("aria-valuenow")) == round(np.degrees(0.6), 1)


def test_the_robot_is_drawn(page):
    """The picture has the blue of the joints' hubs in it."""
    import io  # noqa: PLC0415

    from PIL import Image  # noqa: PLC0415 - comes with viser

    def hubs():
        pixels = np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), dtype=int)[:, :640]
        red, green, blue = np.moveaxis(pixels, -1, 0)
        return ((blue - red > 60) & (blue - green > 25) & (green - red > 20)).sum() > 1000

    eventually(hubs)


def test_a_dragged_slider_moves_its_joint(page, viztree):
    thumb = page.get_by_role("slider").nth(0).bounding_box()
    x, y = thumb["x"] + thumb["width"] / 2, thumb["y"] + thumb["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y, steps=10)
    page.mouse.up()
    eventually(lambda: viztree.Configuration[0] > BENT[0] + 0.3)
    assert viztree.Configuration[1:].tolist() == BENT[1:]
    still(page, viztree)
    shown = f"q = [{round(viztree.Configuration[0], 6):.7g}, 0.6"
    assert page.locator("code").first.inner_text().startswith(shown)


def test_a_key_on_a_slider_is_a_step(page, viztree):
    page.get_by_role("slider").nth(2).focus()
    page.keyboard.press("ArrowRight")
    eventually(lambda: viztree.Configuration[2] != BENT[2])
    step = np.degrees(viztree.Configuration[2] - BENT[2])
    assert 0.02 < step < 0.18  # a tenth of a degree, from -17.2 for -17.19


def pixel(viztree, point):
    """Where a point (3,) of the scene is on the page."""
    (client,) = viztree._on_page.page._server.get_clients().values()
    camera = client.camera
    x, y, z = rst.quat2rotm(camera.wxyz).T @ (point - camera.position)  # z ahead, y down
    half = camera.image_height / 2
    scale = half / np.tan(camera.fov / 2) / z
    return camera.image_width / 2 + x * scale, half + y * scale


def drag_marker(page, viztree, axis, begin, end):
    """Drag an arrow of the marker from one place on its axis to another, m."""
    T = viztree.MarkerPose
    places = [pixel(viztree, T[:3, 3] + T[:3, axis] * along) for along in (begin, end)]
    page.mouse.move(*places[0])
    page.wait_for_timeout(300)  # the arrow under the pointer lights up
    page.mouse.down()
    page.mouse.move(*places[1], steps=12)
    page.wait_for_timeout(200)
    page.mouse.up()


def test_dragging_the_marker_moves_the_joints_through_inverse_kinematics(page, viztree):
    before, tip = viztree.MarkerPose, 0.235 * viztree._on_page.page._scene.size  # of the arrow, on no circle's way
    drag_marker(page, viztree, 2, tip, tip - 0.1)
    eventually(lambda: np.abs(viztree.Configuration - BENT).max() > 0.01)
    page.wait_for_timeout(500)
    shift = before[:3, :3].T @ (viztree.MarkerPose[:3, 3] - before[:3, 3])
    np.testing.assert_allclose(shift[:2], 0, atol=1e-6)
    np.testing.assert_allclose(shift[2], -0.1, atol=0.01)  # a pixel is about 3 mm
    np.testing.assert_allclose(viztree.MarkerBodyPose, viztree.MarkerPose, atol=1e-5)


def test_a_typed_position_moves_the_joints(page, viztree):
    place = viztree.MarkerPose[:3, 3]
    z = page.locator("input[inputmode=decimal]").nth(7 + 2)  # behind the seven of the sliders
    eventually(lambda: float(z.input_value()) == round(place[2], 3))
    z.fill(f"{place[2] - 0.05:.3f}")
    z.press("Enter")
    eventually(lambda: abs(viztree.MarkerBodyPose[2, 3] - place[2] + 0.05) < 2e-3)


def test_home_random_store_and_units(page, viztree):
    page.get_by_text("Home", exact=True).click()
    eventually(lambda: not viztree.Configuration.any())
    page.get_by_text("Random", exact=True).click()
    eventually(lambda: bool(viztree.Configuration.all()))
    page.get_by_text("Store this configuration").click()
    eventually(lambda: viztree.StoredConfigurations.shape == (7, 1))
    np.testing.assert_array_equal(viztree.StoredConfigurations[:, 0], viztree.Configuration)
    q = viztree.Configuration
    page.get_by_text("radians", exact=True).click()
    page.get_by_text("iiwa_joint_1 [rad]").wait_for()
    page.get_by_text("degrees", exact=True).click()
    page.get_by_text("iiwa_joint_1 [°]").wait_for()
    np.testing.assert_array_equal(viztree.Configuration, q)  # units are of the page alone


def test_a_configuration_from_the_script_moves_the_page(page, viztree):
    viztree.Configuration = [0.5, *BENT[1:]]
    eventually(lambda: page.locator("code").first.inner_text().startswith("q = [0.5, 0.6"))
    slider = page.get_by_role("slider").first
    eventually(lambda: abs(float(slider.get_attribute("aria-valuenow")) - np.degrees(0.5)) < 0.06)


def test_copy_puts_the_configuration_on_the_clipboard(page, viztree):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_text("Copy", exact=True).nth(1).click()
    eventually(lambda: page.evaluate("navigator.clipboard.readText()") == "q = [0.2; 0.6; -0.3; -1.2; 0.4; 0.8; 0.1];")
