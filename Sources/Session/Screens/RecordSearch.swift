internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

/// Finds records whose displayed cells contain a text, ignoring case and accents like `find`.
final class RecordSearch {
  private struct Column {
    enum Reading {
      /// The cell displays the stored text or integer unchanged.
      case stored
      /// The cell displays the stored number, possibly with additional zeros.
      case number
      case typed
    }

    var header: RecordTable.Header
    var expression: CompiledExpression
    var reading: Reading
  }

  let text: String
  private let search: TextSearch
  /// Finds account and telephone numbers with any spacing; nil if the search text contains only
  /// separators.
  private let closeSearch: TextSearch?
  private let table: RecordTable
  private let resolver: Resolver
  private let mayEndInZeros: Bool
  private var columns: [Column] = []
  private let lists: [RecordTable.Header]
  private var captions: [RecordID: Bool] = [:]

  init?(_ text: String, _ table: RecordTable, _ resolver: Resolver) throws(Diagnostic) {
    guard let search = TextSearch(text) else { return nil }
    (self.text, self.search, self.table, self.resolver) = (text, search, table, resolver)
    closeSearch = TextSearch.withoutSeparators(text)
    mayEndInZeros = text.last.map { "0.".contains($0) } ?? false
    lists = table.headers.filter(\.isOfRecords)
    let hasLetters = text.contains(where: \.isLetter)
    for (place, header) in table.headers.enumerated() where !header.isOfRecords {
      if hasLetters, header.shownKind?.hasLetters == false { continue }
      let expression: CompiledExpression
      if table.query.columns.isEmpty {
        expression = try attempt(
          resolver.store.queries.compile(
            RecordExpression([.quotedName(header.name)]), for: table.type.name, isResult: true))
      } else {
        expression = table.query.columns[place]
      }
      columns.append(
        Column(header: header, expression: expression, reading: Self.reading(of: header, resolver)))
    }
  }

  private static func reading(
    of header: RecordTable.Header, _ resolver: Resolver
  ) -> Column.Reading {
    guard !header.isHidden, let kind = header.shownKind else { return .typed }
    if kind == .text || kind.storage == .text && !kind.words.isEmpty { return .stored }
    guard resolver.reader.display.notation == nil else { return .typed }
    switch kind {
    case .integer, .date, .dateTime, .month: return .stored
    default: return kind.storage == .decimal ? .number : .typed
    }
  }

  func records(_ numbers: [Int]) throws(Diagnostic) -> [Int] {
    var found: Set<Int> = []
    if !columns.isEmpty {
      var query = table.unordered(numbers).query
      if let span = Self.denseSpan(of: numbers) { (query.numbers, query.span) = (nil, span) }
      query.columns = columns.map(\.expression)
      let rows = try attempt(resolver.store.queries.rows(query))
      while let (number, values) = try attempt(rows.nextStored()) {
        for (place, value) in values.enumerated() {
          guard let number, let value, try isFound(in: value, columns[place]) else { continue }
          found.insert(number)
          break
        }
      }
    }
    for number in lists.isEmpty ? [] : numbers where !found.contains(number) {
      let id = RecordID(table.type.name, number)
      let values = try attempt(resolver.store.queries.values(of: id))
      for header in lists {
        guard let index = header.property.flatMap({ table.type.index(of: $0.name) }),
          let value = values?[index], try isFoundAsShown(value, header)
        else { continue }
        found.insert(number)
      }
    }
    return numbers.filter(found.contains)
  }

  /// The range of record numbers to read in one pass, if that is faster than looking up each
  /// number; otherwise nil.
  private static func denseSpan(of numbers: [Int]) -> ClosedRange<Int>? {
    guard let least = numbers.min(), let greatest = numbers.max() else { return nil }
    return (greatest - least) / 8 < numbers.count ? least...greatest : nil
  }

  /// - Parameter stored: An integer, double or text.
  private func isFound(in stored: Value, _ column: Column) throws(Diagnostic) -> Bool {
    switch (column.reading, stored) {
    case (.stored, .text(let text)): return search.isFound(in: text)
    case (.stored, .integer(let number)): return search.isFound(in: String(number))
    case (.number, .text(let digits)):
      if search.isFound(in: digits) { return true }
      if !mayEndInZeros { return false }
    case (.number, .integer(let number)):
      if search.isFound(in: String(number)) { return true }
      if !mayEndInZeros { return false }
    default: break
    }
    guard let value = column.expression.typed(stored) else { return false }
    let header = column.header
    switch value {
    case .reference(let id):
      if let known = captions[id] { return known }
      let isFound = try isFoundAsShown(value, header)
      captions[id] = isFound
      return isFound
    case .text(let text) where !header.isHidden:
      if let kind = header.shownKind, kind.isSpaced, let closeSearch {
        if closeSearch.isFound(in: text) { return true }
        if kind.otherTexts(of: value).contains(where: closeSearch.isFound) { return true }
      }
      return try isFoundAsShown(value, header)
    default: return try isFoundAsShown(value, header)
    }
  }

  private func isFoundAsShown(
    _ value: Value, _ header: RecordTable.Header
  ) throws(Diagnostic) -> Bool {
    let value = try inWorkspace(resolver.reader.shown(value, of: header.shownKind))
    return search.isFound(in: resolver.shown(value, under: header, isRevealed: false).plainText)
  }
}

extension PropertyKind {
  fileprivate var hasLetters: Bool {
    switch self {
    case .integer, .date, .month, .time: false
    default: storage != .decimal
    }
  }
}
