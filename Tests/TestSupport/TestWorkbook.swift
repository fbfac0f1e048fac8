/// A zip archive, also a broken one.
public struct TestArchive {
  public struct Entry {
    public var name: String
    public var content: [UInt8]
    /// The bytes and the method that the content is stored by, if it is compressed.
    public var packed: (bytes: [UInt8], method: Int)?
    public var checksum: UInt32?
    public var size: Int?
    /// The place of the header that the directory names.
    public var offset: Int?
    public var flags = 0

    public init(_ name: String, _ text: String) {
      (self.name, content) = (name, Array(text.utf8))
    }
  }

  public var entries: [Entry]
  public var comment = ""
  /// Whether the directory has 64-bit numbers.
  public var isZip64 = false

  public init(_ entries: [Entry]) { self.entries = entries }

  public subscript(name: String) -> Entry {
    get { entries.first { $0.name == name } ?? Entry(name, "") }
    set {
      if let index = entries.firstIndex(where: { $0.name == name }) {
        entries[index] = newValue
      } else {
        entries.append(newValue)
      }
    }
  }

  public var bytes: [UInt8] {
    var (result, directory): ([UInt8], [UInt8]) = ([], [])
    for entry in entries {
      let packed = entry.packed?.bytes ?? entry.content
      let name = Array(entry.name.utf8)
      let size = entry.size ?? entry.content.count
      let place = entry.offset ?? result.count
      let numbers =
        Self.short(20, entry.flags, entry.packed?.method ?? 0, 0, 0)
        + Self.long(Int(entry.checksum ?? Self.checksum(entry.content)))
      let extra = isZip64 ? Self.short(1, 24) + Self.longLong(size, packed.count, place) : []
      let sizes = isZip64 ? [0xFFFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFFF] : [packed.count, size, place]
      directory += Self.long(0x0201_4B50) + Self.short(20) + numbers
      directory += sizes[..<2].flatMap { Self.long($0) }
      directory += Self.short(name.count, extra.count, 0, 0, 0, 0, 0) + Self.long(sizes[2])
      directory += name + extra
      result += Self.long(0x0403_4B50) + numbers + Self.long(packed.count, size)
      result += Self.short(name.count, 0) + name + packed
    }
    let start = result.count
    result += directory
    if isZip64 {
      let end = result.count
      result += Self.long(0x0606_4B50) + Self.longLong(44) + Self.short(45, 45) + Self.long(0, 0)
      result += Self.longLong(entries.count, entries.count, directory.count, start)
      result += Self.long(0x0706_4B50, 0) + Self.longLong(end) + Self.long(1)
    }
    let last = isZip64 ? [0xFFFF_FFFF, 0xFFFF_FFFF] : [directory.count, start]
    let count = isZip64 ? 0xFFFF : entries.count
    result += Self.long(0x0605_4B50) + Self.short(0, 0, count, count)
    result += last.flatMap { Self.long($0) } + Self.short(comment.utf8.count) + comment.utf8
    return result
  }

  public static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }

  private static func short(_ numbers: Int...) -> [UInt8] { numbers.flatMap { little($0, 2) } }
  private static func long(_ numbers: Int...) -> [UInt8] { numbers.flatMap { little($0, 4) } }
  private static func longLong(_ numbers: Int...) -> [UInt8] { numbers.flatMap { little($0, 8) } }
  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}

/// An XLSX file whose sheets are written as XML.
public struct TestWorkbook {
  public struct Sheet {
    public var name: String
    /// The rows of `sheetData`.
    public var rows: String
    public var kind = "worksheet"
    /// For example `state="hidden"`.
    public var attributes = ""
    /// What comes before and after the rows.
    public var (before, after) = ("", "")

    public init(_ name: String, _ rows: String) { (self.name, self.rows) = (name, rows) }
  }

  public var sheets: [Sheet]
  /// The XML inside each `si`.
  public var strings: [String] = []
  /// The format codes of the styles 1, 2, …; a number is a format of the standard.
  public var formats: [String] = []
  /// For example `date1904="1"`.
  public var properties = ""

  public init(_ rows: String) { sheets = [Sheet("Sheet1", rows)] }

  /// Each cell as the XML of a `c`, or for a plain text that text.
  public init(_ rows: [[String]]) {
    self.init(
      rows.map { row in
        "<row>"
          + row.map { $0.hasPrefix("<") ? $0 : "<c t=\"inlineStr\"><is><t>\($0)</t></is></c>" }
          .joined() + "</row>"
      }.joined())
  }

  public var archive: TestArchive {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    func relations(_ items: [(kind: String, target: String)]) -> String {
      "<Relationships>"
        + items.enumerated().map {
          "<Relationship Id=\"r\($0)\" Type=\"\(office)/\($1.kind)\" Target=\"\($1.target)\"/>"
        }.joined() + "</Relationships>"
    }
    var parts: [TestArchive.Entry] = [
      .init("[Content_Types].xml", "<Types/>"),
      .init("_rels/.rels", relations([("officeDocument", "xl/workbook.xml")])),
      .init(
        "xl/workbook.xml",
        "<?xml version=\"1.0\"?><workbook xmlns=\"\(main)\" xmlns:r=\"\(office)\">"
          + "<workbookPr \(properties)/><sheets>"
          + sheets.enumerated().map {
            "<sheet name=\"\($1.name)\" sheetId=\"\($0 + 1)\" \($1.attributes) r:id=\"r\($0)\"/>"
          }.joined() + "</sheets></workbook>"),
    ]
    var targets = sheets.enumerated().map { ($1.kind, "worksheets/sheet\($0 + 1).xml") }
    for (index, sheet) in sheets.enumerated() {
      parts.append(
        .init(
          "xl/worksheets/sheet\(index + 1).xml",
          "<worksheet xmlns=\"\(main)\">\(sheet.before)<sheetData>\(sheet.rows)</sheetData>"
            + "\(sheet.after)</worksheet>"))
    }
    if !strings.isEmpty {
      targets.append(("sharedStrings", "/xl/sharedStrings.xml"))
      let items = strings.map { "<si>\($0)</si>" }.joined()
      parts.append(.init("xl/sharedStrings.xml", "<sst>\(items)</sst>"))
    }
    if !formats.isEmpty {
      targets.append(("styles", "styles.xml"))
      parts.append(.init("xl/styles.xml", styles))
    }
    parts.append(.init("xl/_rels/workbook.xml.rels", relations(targets)))
    return TestArchive(parts)
  }

  private var styles: String {
    var (defined, used) = ("", "<xf numFmtId=\"0\"/>")
    for (index, format) in formats.enumerated() {
      let id = Int(format) ?? 164 + index
      if Int(format) == nil {
        let code = format.split(separator: "\"", omittingEmptySubsequences: false)
          .joined(separator: "&quot;").split(separator: "<", omittingEmptySubsequences: false)
          .joined(separator: "&lt;")
        defined += "<numFmt numFmtId=\"\(id)\" formatCode=\"\(code)\"/>"
      }
      used += "<xf numFmtId=\"\(id)\"/>"
    }
    return "<styleSheet><numFmts>\(defined)</numFmts><cellStyleXfs><xf numFmtId=\"14\"/>"
      + "</cellStyleXfs><cellXfs>\(used)</cellXfs></styleSheet>"
  }

  public var bytes: [UInt8] { archive.bytes }
}
