import Foundation
import TestSupport
import Testing

/// The pictures of the guide.
///
/// `WORKBENCH_RECORD=1 swift test --filter GuidePictureTests` takes those of the browser anew; look at them.
@Suite(.waits) struct GuidePictureTests {
  private static let isRecording = ProcessInfo.processInfo.environment["WORKBENCH_RECORD"] == "1"
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let guide = root.appendingPathComponent("Sources/workbench/Guide")
  private static let folder = guide.appendingPathComponent("Pictures")

  private static let orders = """

    let kern = new Customer name="Jonas Kern" phone="0421 555777"
    let lindt = new Customer name="Maren Lindt" email="maren@example.org"
    let yilmaz = new Customer name="Deniz Yılmaz"
    let gravel = new Bike frame=RB2204 model="Gravel 28" owner=kern
    let cargo = new Bike frame=LA0815 model="Cargo" owner=lindt
    let city = new Bike frame=CT3310 model="City 7" owner=yilmaz
    new Part number="KM-0020" name="Kette Shimano" price=19.90 stock=9 least=4
    new Part number="KB-3" name="Kettenblatt 38 Zähne" price=17.50 stock=3 least=2
    new Part number="KS-9" name="Kettenschutz" price=11.00 stock=5 least=2
    let third = new Order customer=kern bike=gravel received=2026-10-06 promised=2026-10-09 note="gears slip"
    append third.lines new Line part=Part["KB-3"]
    append third.lines new Line part=Part["AW-1"]
    let fourth = new Order customer=lindt bike=cargo received=2026-10-07 promised=2026-10-12 note="service before winter"
    append fourth.lines new Line part=Part["BZ-1"] quantity=4
    append fourth.lines new Line part=Part["AW-1"] quantity=6
    let fifth = new Order customer=yilmaz bike=city received=2026-10-08 promised=2026-10-09
    append fifth.lines new Line part=Part["SL-28"] quantity=2

    """

  /// The database of `Examples/workshop.wb`, after some more days.
  private static func workshop() throws -> String {
    let example = try String(
      contentsOf: root.appendingPathComponent("Examples/workshop.wb"), encoding: .utf8)
    let include = "include \"../Schemas/workshop.wb\""
    #expect(example.contains(include))
    return try example.replacing(include, with: SchemaPageTests.schema("workshop")) + orders
  }

  /// Takes the window, light and dark.
  private func take(_ name: String, of shown: ShownPage) throws {
    // Nothing is under the pointer.
    try shown.page.call("Input.dispatchMouseEvent", ["type": "mouseMoved", "x": 1, "y": 1])
    for (scheme, suffix) in [("light", ""), ("dark", "~dark")] {
      try shown.page.show(scheme)
      // Two frames, so that the last change is drawn.
      try shown.page.evaluate(
        "new Promise(f => requestAnimationFrame(() => requestAnimationFrame(f)))")
      let picture = try shown.page.screenshot()
      #expect(picture.count <= 65_536, "\(name)\(suffix): \(picture.count) bytes")
      try picture.write(to: Self.folder.appendingPathComponent("\(name)\(suffix).png"))
    }
  }

  @Test(.enabled(if: isRecording)) func thePicturesAreTaken() throws {
    let shown = try ShownPage(Self.workshop(), serving: ["--actor", "ann"])
    defer { shown.close() }
    let page = shown.page
    try page.call("Emulation.setScrollbarsHidden", ["hidden": true])

    try page.resize(375, 720, isPhone: true)
    try page.call("Emulation.setTouchEmulationEnabled", ["enabled": true])
    try shown.open("/Floor")
    try shown.wait(rows: 5)
    try take("browser-phone", of: shown)
    try page.call("Emulation.setTouchEmulationEnabled", ["enabled": false])

    try page.resize(960, 470)
    try shown.choose("Jonas Kern")
    try take("browser-list", of: shown)
    try shown.press("Start work")
    try shown.wait(text: "started", in: "tbody")

    try page.resize(960, 480)
    try shown.open("/Part/1", until: "document.querySelector('.field')")
    try shown.focus("stock")
    try shown.type("<All>1O")
    try shown.wait(text: "is not a digit", in: ".hint.bad")
    try page.evaluate("scrollTo(0, 0)")
    try take("browser-refused", of: shown)

    try page.resize(1024, 547)
    try shown.open("/Order/3", until: "document.querySelector('.formatted')")
    try shown.press("History")
    try page.wait(for: "document.querySelector('#past li')")
    try page.evaluate("scrollTo(0, 0)")
    try take("browser-history", of: shown)
    try page.resize(920, 598)
    try shown.open("/Order/3", until: "document.querySelector('.formatted')")
    try shown.press("edit")
    try page.wait(for: "document.querySelectorAll('table.rows tbody tr').length === 2")
    try shown.press("Add a row")
    try shown.focus("part, row 3")
    try shown.type("kett")
    try page.wait(for: "document.querySelectorAll('.candidates li').length === 4")
    try take("browser-form", of: shown)
    #expect(try page.errors().isEmpty)
  }

  @Test func theGuideShowsEachPictureAndEachPictureItShowsIsThere() throws {
    let files = FileManager.default
    var used: Set<String> = []
    let guide = files.enumerator(atPath: Self.guide.path)?.compactMap { $0 as? String } ?? []
    for page in guide where page.hasSuffix(".md") {
      let text = try String(contentsOf: Self.guide.appendingPathComponent(page), encoding: .utf8)
      for picture in text.matches(of: /!\[([^\]]*)\]\(([^)]+)\)/) {
        #expect(picture.1.count >= 30, "\(page): \(picture.2) has no text that says what one sees")
        used.insert(String(picture.2).replacing("../Pictures/", with: ""))
      }
    }
    let readme = try String(
      contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    for picture in readme.matches(
      of: /!\[[^\]]+\]\(Sources\/workbench\/Guide\/Pictures\/([^)]+)\)/)
    {
      used.insert(String(picture.1))
    }
    let all = try files.contentsOfDirectory(atPath: Self.folder.path)
    expectEqual(Set(all.map { $0.replacing("~dark.", with: ".") }).sorted(), used.sorted())
    #expect(used.count > 8)
    let pages = all.filter { $0.hasSuffix(".png") && !$0.hasSuffix("~dark.png") }
    expectEqual(
      all.filter { $0.hasSuffix("~dark.png") }.sorted(),
      pages.map { $0.replacing(".png", with: "~dark.png") }.sorted())
    for name in all {
      let data = try Data(contentsOf: Self.folder.appendingPathComponent(name))
      #expect(data.count <= 65_536, "\(name): \(data.count) bytes")
      if name.hasSuffix(".png") {
        #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), "\(name)")
      } else {
        #expect(name.hasSuffix(".svg") && data.starts(with: Data("<svg ".utf8)), "\(name)")
      }
    }
  }
}
