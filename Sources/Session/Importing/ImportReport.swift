internal import Interchange
internal import Replies

struct ImportReport {
  /// Maximum number of errors listed in interactive use; otherwise all are listed.
  private static let mostForPerson = 20
  private static let mostSubjects = 20

  private(set) var rows = 0
  var (made, owned, changed, unchanged, emptied) = (0, 0, 0, 0, 0)
  private(set) var rejected = 0
  var remarks: [String] = []
  private var told = 0
  private var subjects: [String: (rows: Int, example: String)] = [:]
  private var order: [String] = []
  private let isForPerson: Bool
  private let severity: Diagnostic.Severity
  private let file: String
  private let say: (Reply) -> Void

  /// - Parameter goesOn: Whether valid rows are stored despite rejected ones.
  init(
    of file: String, isForPerson: Bool, goesOn: Bool, say: @escaping (Reply) -> Void
  ) {
    self.file = file
    self.isForPerson = isForPerson
    severity = goesOn ? .warning : .error
    self.say = say
  }

  mutating func count() { rows += 1 }

  mutating func reject(_ row: SourceRow, _ mistakes: [ImportMistake], _ reader: any RowReader) {
    rejected += 1
    for mistake in mistakes {
      if let known = subjects[mistake.subject] {
        subjects[mistake.subject]?.rows = known.rows + 1
      } else if order.count < Self.mostSubjects {
        subjects[mistake.subject] = (1, mistake.message)
        order.append(mistake.subject)
      }
      told += 1
      if isForPerson, told > Self.mostForPerson { continue }
      let place =
        mistake.offset.flatMap { reader.place(ofByte: $0, in: row) }
        ?? mistake.column.map { reader.place(ofCell: $0, in: row) }
        ?? (line: row.line, column: row.column == 1 ? nil : row.column)
      say(
        .diagnostic(
          Diagnostic(
            mistake.kind, mistake.message, severity: severity,
            place: Diagnostic.Place(file: file, line: place.line, column: place.column),
            hint: mistake.hint)))
    }
  }

  func sayCounts() {
    guard rejected > 0 else { return }
    if isForPerson, told > Self.mostForPerson {
      say(.notice("and \((told - Self.mostForPerson).count("more error"))"))
    }
    for subject in order {
      guard let (rows, example) = subjects[subject] else { continue }
      say(.notice("  \(subject): \(rows.count("row")), such as: \(example.shortened(to: 200))"))
    }
  }

  var summary: String {
    var parts: [String] = []
    if made > 0 || changed + unchanged == 0 { parts.append("\(made.count("record")) created") }
    if changed > 0 { parts.append("\(changed) changed") }
    if owned > 0 { parts.append("\(owned.count("owned record")) created") }
    if emptied > 0 { parts.append("\(emptied.count("value")) emptied") }
    if unchanged > 0 {
      parts.append("\(unchanged) left as \(unchanged == 1 ? "it is" : "they are")")
    }
    if rejected > 0 { parts.append("\(rejected.count("row")) rejected") }
    return parts.joined(separator: ", ")
  }
}
