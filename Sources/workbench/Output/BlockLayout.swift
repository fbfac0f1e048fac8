/// A table for a narrow screen: each record as lines `name: value`, with an empty line between
/// records.
struct BlockLayout: RowLayout {
  private let columns: [PrintedColumn]
  private let isColoured: Bool
  private var isFirst = true

  init(_ columns: [PrintedColumn], isColoured: Bool) {
    self.columns = columns
    self.isColoured = isColoured
  }

  var opening: [String] { [] }

  mutating func lines(of texts: [PrintedText]) -> [String] {
    let lines = zip(columns, texts).map { column, text in
      text.isEmpty
        ? column.heading + ":"
        : "\(column.heading): \(text.rendered(isColoured: isColoured))"
    }
    defer { isFirst = false }
    return isFirst ? lines : [""] + lines
  }

  var closing: [String] { [] }
}
