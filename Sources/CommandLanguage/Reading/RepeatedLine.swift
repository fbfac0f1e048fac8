/// A line that differs from an earlier one only in numbers and plain texts.
///
/// The earlier statement is copied with the literals of this line. A repeatable command must
/// consume the literals in source order.
///
/// - Complexity: O(*n*) in the length of the line; about 25 % of the cost of parsing a command.
package struct RepeatedLine {
  private let line: ArraySlice<UInt8>
  private let number: Int
  /// The ranges of the literals in the earlier line; a decimal number has two, around its point.
  private let former: [Range<Int>]
  private let present: [Range<Int>]
  private var next = 0

  init(_ line: ArraySlice<UInt8>, number: Int, former: [Range<Int>], present: [Range<Int>]) {
    (self.line, self.number, self.former, self.present) = (line, number, former, present)
  }

  var isAtEnd: Bool { next == present.count }

  mutating func text() -> String {
    let range = present[next]
    next += 1
    return string(range.lowerBound + 1..<range.upperBound - 1)
  }

  /// - Parameter former: The number at this position in the earlier line.
  mutating func number(like former: String) -> String {
    let start = present[next].lowerBound
    next += former.utf8.contains(UInt8(ascii: ".")) ? 2 : 1
    return string(start..<present[next - 1].upperBound)
  }

  package mutating func wholeNumber() -> Int {
    let range = present[next]
    next += 1
    return line[line.startIndex + range.lowerBound..<line.startIndex + range.upperBound]
      .reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
  }

  func text(of span: SourceSpan) -> String { string(span.start.column - 1..<span.end.column - 1) }

  private func string(_ range: Range<Int>) -> String {
    String(
      decoding: line[line.startIndex + range.lowerBound..<line.startIndex + range.upperBound],
      as: UTF8.self)
  }

  package func span(_ span: SourceSpan) -> SourceSpan {
    SourceSpan(start: position(span.start), end: position(span.end))
  }

  private func position(_ position: SourcePosition) -> SourcePosition {
    var column = position.column
    // Only ASCII lines have a shape, so columns are bytes.
    for (old, new) in zip(former, present) where old.upperBound < position.column {
      column += new.count - old.count
    }
    return SourcePosition(line: number, column: column)
  }
}

extension Spanned {
  package func moved(to line: RepeatedLine) -> Self { Spanned(value, at: line.span(span)) }
}

extension PathSyntax {
  /// Returns the path with the literals of another line; nil if the line must be parsed.
  package func repeated(in line: inout RepeatedLine) -> PathSyntax? {
    guard let record = record.repeated(in: &line) else { return nil }
    var steps = steps
    for index in steps.indices {
      guard steps[index].index == nil else { return nil }
      steps[index].name = steps[index].name.moved(to: line)
      steps[index].span = line.span(steps[index].span)
    }
    return PathSyntax(record: record, steps: steps)
  }
}

extension Spanned<RecordSyntax> {
  package func repeated(in line: inout RepeatedLine) -> Self? {
    switch value {
    case .id(let type, _):
      let type = type.moved(to: line)
      return Spanned(.id(type: type, number: line.wholeNumber()), at: line.span(span))
    case .name(let name): return Spanned(.name(name.moved(to: line)), at: line.span(span))
    case .key: return nil
    }
  }
}

extension Spanned<ValueSyntax> {
  package func repeated(in line: inout RepeatedLine) -> Self? {
    let span = line.span(span)
    switch value {
    case .number(let former): return Spanned(.number(line.number(like: former)), at: span)
    case .text: return Spanned(.text(line.text()), at: span)
    case .word, .boolean, .nothing: return Spanned(value, at: span)
    case .record(let record):
      let record = Spanned<RecordSyntax>(record, at: self.span).repeated(in: &line)
      return record.map { Spanned(.record($0.value), at: span) }
    case .date, .clock, .month, .percent, .name, .expression, .list: return nil
    }
  }
}

extension AssignmentSyntax {
  package func repeated(in line: inout RepeatedLine) -> AssignmentSyntax? {
    let property = property.moved(to: line)
    return value.repeated(in: &line).map { AssignmentSyntax(property: property, value: $0) }
  }
}

extension [AssignmentSyntax] {
  package func repeated(in line: inout RepeatedLine) -> Self? {
    var result: Self = []
    result.reserveCapacity(count)
    for assignment in self {
      guard let assignment = assignment.repeated(in: &line) else { return nil }
      result.append(assignment)
    }
    return result
  }
}
