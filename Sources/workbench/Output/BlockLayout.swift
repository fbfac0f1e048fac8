/// A table for a narrow screen: each record as lines `name: value`, with an empty line between two.
struct BlockLayout: RowLayout {
  private let columns: [PrintedColumn]
  private var isFirst = true

  init(_ columns: [PrintedColumn]) {
    self.columns = columns
  }

  var opening: [String] { [] }

  mutating func lines(of texts: [String]) -> [String] {
    let lines = zip(columns, texts).map { column, text in
      text.isEmpty ? column.heading + ":" : "\(column.heading): \(text)"
    }
    defer { isFirst = false }
    return isFirst ? lines : [""] + lines
  }

  var closing: [String] { [] }
}
