internal import CXlsxWriter

package struct XLSXError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case missingLibrary(String)
    case unwritable(code: Int32)
    case tooManyColumns(Int)
    case tooManyRows
    case longText(column: String, length: Int)
  }

  package var kind: Kind

  package var message: String {
    switch kind {
    case .missingLibrary(let words):
      "libxlsxwriter cannot be loaded (on Debian, install "
        + "libxlsxwriter\(String(cString: cxlsxwriter_version()))): \(words)"
    case .unwritable(let code):
      code == 0
        ? "a temporary file cannot be written completely; is the disk full?"
        : String(cString: cxlsxwriter_message(code))
    case .tooManyColumns(let count):
      "a sheet can have at most \(XLSXWriter.mostColumns) columns, not \(count)"
    case .tooManyRows:
      "a sheet can have at most \(XLSXWriter.mostRows) rows besides its header"
    case .longText(let column, let length):
      "\(column) has \(length) characters; an XLSX cell can have at most \(XLSXWriter.longestText)"
    }
  }
}

/// Writes an XLSX file with a sheet for each table.
///
/// Each row is written to a temporary file in a folder, so that memory use does not depend on the
/// number of rows. A value that a cell cannot represent exactly is written as text. Text is never
/// written as a formula, except an empty text, because an empty cell means nil.
package final class XLSXWriter {
  package static let mostColumns = 16_384
  /// Not counting the header.
  package static let mostRows = 1_048_575
  /// In UTF-16 code units, as in Excel.
  static let longestText = 32_767
  private static let mostDigits = 15
  private static let millisecondsOfDay = 86_400_000
  /// The number of days from 1899-12-30, day 0 of Excel's calendar after February 1900, to
  /// 1970-01-01.
  private static let daysTo1970 = 25_569
  /// 1900-03-01 to 9999-12-31. Excel's February 1900 has 29 days.
  private static let days = 61...2_958_465

  private struct Sheet {
    var name: String
    var columns: [CellColumn]
    var widths: [Int]
    var rows = 0
    var forms: Set<String> = []
    var sheet: UnsafeMutablePointer<lxw_worksheet>
  }

  private let path: String
  private let folder: String
  private let functions: cxlsxwriter
  private var workbook: UnsafeMutablePointer<lxw_workbook>?
  private var sheets: [Sheet] = []
  private var names = SheetNames()
  private var formats: [String: UnsafeMutablePointer<lxw_format>] = [:]
  private var heading: UnsafeMutablePointer<lxw_format>?

  /// - Parameters:
  ///   - path: An existing file, which is overwritten by ``close()``.
  ///   - folder: The folder of the temporary files, which are unlinked when they are created.
  package init(path: String, folder: String) throws(XLSXError) {
    var functions = cxlsxwriter()
    if let words = cxlsxwriter_load(&functions) {
      throw XLSXError(kind: .missingLibrary(String(cString: words)))
    }
    (self.path, self.folder, self.functions) = (path, folder, functions)
    try begin()
  }

  deinit { if let workbook { functions.workbook_free(workbook) } }

  private func begin() throws(XLSXError) {
    workbook = folder.withCString { folder in
      var options = lxw_workbook_options()
      options.constant_memory = 1
      options.tmpdir = UnsafeMutablePointer(mutating: folder)
      return functions.workbook_new_opt(path, &options)
    }
    guard let workbook, let heading = functions.workbook_add_format(workbook) else {
      throw XLSXError(kind: .unwritable(code: 0))
    }
    functions.format_set_bold(heading)
    (self.heading, formats, sheets) = (heading, [:], [])
  }

  /// - Parameter name: Changed if Excel does not accept it as the name of a sheet.
  package func begin(_ name: String, _ columns: [CellColumn]) throws(XLSXError) {
    try begin(sheet: names.unique(name), columns)
  }

  private func begin(sheet name: String, _ columns: [CellColumn]) throws(XLSXError) {
    guard columns.count <= Self.mostColumns else {
      throw XLSXError(kind: .tooManyColumns(columns.count))
    }
    guard let sheet = functions.workbook_add_worksheet(workbook, name) else {
      throw XLSXError(kind: .unwritable(code: 0))
    }
    sheets.append(
      Sheet(
        name: name, columns: columns, widths: columns.map { Self.width(of: $0.name) + 3 },
        sheet: sheet))
    functions.worksheet_freeze_panes(sheet, 1, 0)
    for (index, column) in columns.enumerated() {
      try write(column.name, of: column, at: (0, index), heading)
    }
  }

  package func write(_ row: [Cell]) throws(XLSXError) {
    let last = sheets.count - 1
    guard sheets[last].rows < Self.mostRows else { throw XLSXError(kind: .tooManyRows) }
    sheets[last].rows += 1
    let number = sheets[last].rows
    for (index, cell) in row.enumerated() {
      let width = try write(cell, of: sheets[last].columns[index], at: (number, index))
      if width > sheets[last].widths[index] { sheets[last].widths[index] = width }
    }
  }

  /// Returns the width of the cell in characters.
  private func write(
    _ cell: Cell, of column: CellColumn, at place: (row: Int, column: Int)
  ) throws(XLSXError) -> Int {
    switch cell {
    case .none: return 0
    case .boolean(let flag):
      try check(
        functions.worksheet_write_boolean(
          sheets[sheets.count - 1].sheet, UInt32(place.row), UInt16(place.column), flag ? 1 : 0,
          nil))
      return 5
    case .integer(let number):
      let text = String(number)
      guard text.utf8.count(where: { $0 != UInt8(ascii: "-") }) <= Self.mostDigits else {
        return try write(text, of: column, at: place)
      }
      return try write(
        Double(number), text, Self.form(text, isGrouped: column.isGrouped), at: place)
    case .double(let number):
      let text = number.description
      guard number.isFinite, Self.isExact(text) else {
        return try write(text, of: column, at: place)
      }
      return try write(number, text, nil, at: place)
    case .written(let text, let quantity):
      return try write(text, quantity, of: column, at: place)
    case .percent(let text, let part):
      guard let number = Double(part), Self.isExact(part) else {
        return try write(text, of: column, at: place)
      }
      return try write(number, text, Self.form(text, isGrouped: false) + "%", at: place)
    case .text(let text), .shown(let text, key: _):
      return try write(text, of: column, at: place)
    case .reference(let type, let number):
      return try write(type + String(number), of: column, at: place)
    case .list, .object: return try write(cell.json, of: column, at: place)
    }
  }

  private func write(
    _ text: String, _ quantity: Cell.Quantity?, of column: CellColumn,
    at place: (row: Int, column: Int)
  ) throws(XLSXError) -> Int {
    switch quantity {
    case .number(let hasFixedPlaces):
      if let number = Double(text), Self.isExact(text) {
        let form = hasFixedPlaces ? Self.form(text, isGrouped: column.isGrouped) : nil
        return try write(number, text, form, at: place)
      }
    case .days(let days):
      let serial = days + Self.daysTo1970
      if Self.days.contains(serial) {
        return try write(Double(serial), text, "yyyy-mm-dd", at: place)
      }
    case .milliseconds(let milliseconds?):
      let serial =
        Double(milliseconds) / Double(Self.millisecondsOfDay) + Double(Self.daysTo1970)
      if Self.days.contains(Int(serial.rounded(.down))) {
        let seconds = milliseconds.isMultiple(of: 1000) ? "" : ".000"
        return try write(serial, text, "yyyy-mm-dd hh:mm:ss" + seconds, at: place)
      }
    case .time(let seconds):
      let form = text.utf8.count > 5 ? "hh:mm:ss" : "hh:mm"
      return try write(Double(seconds) / 86_400, text, form, at: place)
    case .duration(let seconds):
      // Excel has no negative times, and shows no times after 9999-12-31.
      if seconds >= 0, seconds / 86_400 < Self.days.upperBound {
        let form = text.utf8.count(where: { $0 == UInt8(ascii: ":") }) > 1 ? "[h]:mm:ss" : "[h]:mm"
        return try write(Double(seconds) / 86_400, text, form, at: place)
      }
    case .milliseconds(nil), nil: break
    }
    return try write(text, of: column, at: place)
  }

  /// Whether the number fits in the 15 digits of a cell.
  private static func isExact(_ text: String) -> Bool {
    var count = 0
    var zeros = 0
    for byte in text.utf8 {
      if byte | 0x20 == UInt8(ascii: "e") { break }
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte, byte != UInt8(ascii: "0") || count > 0
      else { continue }
      count += 1
      zeros = byte == UInt8(ascii: "0") ? zeros + 1 : 0
    }
    return count - zeros <= mostDigits
  }

  private static func form(_ text: String, isGrouped: Bool) -> String {
    let digits = text.utf8.drop { $0 != UInt8(ascii: ".") }.dropFirst()
      .prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    let whole = isGrouped ? "#,##0" : "0"
    return digits.isEmpty ? whole : whole + "." + String(repeating: "0", count: digits.count)
  }

  private func write(
    _ number: Double, _ text: String, _ form: String?, at place: (row: Int, column: Int)
  ) throws(XLSXError) -> Int {
    try check(
      functions.worksheet_write_number(
        sheets[sheets.count - 1].sheet, UInt32(place.row), UInt16(place.column), number,
        form.flatMap(format)))
    return text.utf8.count + (text.utf8.count > 3 ? 2 : 1)
  }

  private func format(_ form: String) -> UnsafeMutablePointer<lxw_format>? {
    sheets[sheets.count - 1].forms.insert(form)
    if let format = formats[form] { return format }
    let format = functions.workbook_add_format(workbook)
    functions.format_set_num_format(format, form)
    formats[form] = format
    return format
  }

  @discardableResult
  private func write(
    _ text: String, of column: CellColumn, at place: (row: Int, column: Int),
    _ format: UnsafeMutablePointer<lxw_format>? = nil
  ) throws(XLSXError) -> Int {
    if text.isEmpty {
      try check(
        functions.worksheet_write_formula_str(
          sheets[sheets.count - 1].sheet, UInt32(place.row), UInt16(place.column),
          "=" + SheetContent.emptyText, format, ""))
      return 0
    }
    let text = Self.escaped(text)
    if text.utf8.count > Self.longestText, text.utf16.count > Self.longestText {
      throw XLSXError(kind: .longText(column: column.name, length: text.utf16.count))
    }
    try check(
      functions.worksheet_write_string(
        sheets[sheets.count - 1].sheet, UInt32(place.row), UInt16(place.column), text, format))
    return Self.width(of: text)
  }

  /// Escapes characters that XML cannot contain: U+0001 becomes `_x0001_`. Texts in this format are
  /// escaped too.
  private static func escaped(_ text: String) -> String {
    let needsEscapes = text.utf8.contains { byte in
      byte < 0x20 && byte != 0x09 && byte != 0x0A || byte == UInt8(ascii: "_") || byte == 0xEF
    }
    guard needsEscapes else { return text }
    var result = String.UnicodeScalarView()
    let scalars = text.unicodeScalars
    for place in scalars.indices {
      let scalar = scalars[place]
      switch scalar.value {
      case 0x09, 0x0A: result.append(scalar)
      case ..<0x20, 0xFFFE, 0xFFFF: result.append(contentsOf: escape(scalar).unicodeScalars)
      case 0x5F where isEscape(scalars[place...]):
        result.append(contentsOf: escape(scalar).unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "_x" + String(repeating: "0", count: 4 - digits.count) + digits + "_"
  }

  private static func isEscape(_ text: Substring.UnicodeScalarView) -> Bool {
    let start = Array(text.prefix(7))
    return start.count == 7 && start[1] == "x" && start[6] == "_"
      && start[2..<6].allSatisfy { $0.properties.isASCIIHexDigit }
  }

  private static let widest = 60

  /// The width of the longest line plus a margin, at most `widest`; wide characters count twice.
  private static func width(of text: String) -> Int {
    var (width, widest) = (0, 0)
    for scalar in text.unicodeScalars {
      if scalar == "\n" {
        widest = max(widest, width)
        width = 0
        continue
      }
      width += scalar.value < 0x1100 ? 1 : 2
      if width >= Self.widest { return Self.widest }
    }
    return max(widest, width) + 1
  }

  package func close() throws(XLSXError) {
    let sizes = try finishSheets()
    let whole = try contentOfHeadersAlone() + sizes.reduce(0, +)
    try closeWorkbook(size: whole)
    // The library does not notice if a temporary file is incomplete, for example because the disk
    // is full.
    let content = cxlsxwriter_content(path)
    guard content < 0 || content >= whole else { throw XLSXError(kind: .unwritable(code: 0)) }
  }

  /// Finishes the sheets; returns the size in bytes of the rows of each sheet.
  private func finishSheets() throws(XLSXError) -> [Int] {
    var sizes: [Int] = []
    for sheet in sheets {
      guard !sheet.columns.isEmpty else { continue }
      let last = UInt16(sheet.columns.count - 1)
      try check(
        functions.worksheet_autofilter(sheet.sheet, 0, 0, UInt32(sheet.rows), last))
      for (index, width) in sheet.widths.enumerated() {
        let column = UInt16(index)
        try check(
          functions.worksheet_set_column(
            sheet.sheet, column, column, Double(max(8, min(width, Self.widest))), nil))
      }
      withUnsafePointer(to: functions) { sizes.append(Int(cxlsxwriter_flush($0, sheet.sheet))) }
      if let size = sizes.last, size < 0 {
        throw XLSXError(kind: .unwritable(code: Int32(-size)))
      }
    }
    return sizes
  }

  /// Returns the uncompressed size in bytes of a workbook with the same sheets and formats but no
  /// rows: writes a workbook with only headers, and subtracts the size of the headers.
  private func contentOfHeadersAlone() throws(XLSXError) -> Int {
    let whole = (workbook, sheets, formats, heading)
    defer { (workbook, sheets, formats, heading) = whole }
    workbook = nil
    let sizes: [Int]
    do throws(XLSXError) {
      try begin()
      for sheet in whole.1 {
        try begin(sheet: sheet.name, sheet.columns)
        (sheets[sheets.count - 1].rows, sheets[sheets.count - 1].widths) =
          (sheet.rows, sheet.widths)
        cxlsxwriter_set_last_row(sheets[sheets.count - 1].sheet, UInt32(sheet.rows))
        // Use each format in a cell, because other formats are not written. A sheet has at least as
        // many cells as formats.
        for (place, form) in sheet.forms.enumerated() {
          let (row, column) = place.quotientAndRemainder(dividingBy: sheet.columns.count)
          _ = try write(0, "", form, at: (row + 1, column))
        }
      }
      sizes = try finishSheets()
      try closeWorkbook(size: 0)
    } catch {
      if let workbook { functions.workbook_free(workbook) }
      throw error
    }
    let content = cxlsxwriter_content(path)
    guard content >= 0 else { throw XLSXError(kind: .unwritable(code: 0)) }
    return Int(content) - sizes.reduce(0, +)
  }

  private func closeWorkbook(size: Int) throws(XLSXError) {
    let workbook = workbook
    self.workbook = nil
    let code = withUnsafePointer(to: functions) {
      cxlsxwriter_close($0, workbook, Int64(size))
    }
    guard code == 0 else { throw XLSXError(kind: .unwritable(code: code)) }
  }

  private func check(_ result: lxw_error) throws(XLSXError) {
    guard result != LXW_NO_ERROR else { return }
    throw XLSXError(kind: .unwritable(code: 0))
  }
}

/// Changes names of sheets so that Excel accepts them.
package struct SheetNames {
  private static let longest = 31
  private static let forbidden: Set<Unicode.Scalar> = ["[", "]", ":", "*", "?", "/", "\\"]

  private var taken: Set<String> = []

  package init() {}

  /// Returns the name with its invalid characters replaced, shortened to 31 UTF-16 code units, and
  /// with a number if it is already taken.
  package mutating func unique(_ name: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control
      scalars.append(Self.forbidden.contains(scalar) || isControl ? "_" : scalar)
    }
    var base = String(scalars)
    // Excel reserves the name of its change log.
    if base.lowercased() == "history" { base += "_" }
    if base.isEmpty { base = "_" }
    if base.hasPrefix("'") { base = "_" + base.dropFirst() }
    var number = 1
    while true {
      let ending = number > 1 ? " \(number)" : ""
      var result = Self.cut(base, to: Self.longest - ending.utf16.count)
      if result.hasSuffix("'") { result = result.dropLast() + "_" }
      result += ending
      if taken.insert(result.lowercased()).inserted { return result }
      number += 1
    }
  }

  private static func cut(_ text: String, to length: Int) -> String {
    var result = text
    while result.utf16.count > length { result.removeLast() }
    return result
  }
}
