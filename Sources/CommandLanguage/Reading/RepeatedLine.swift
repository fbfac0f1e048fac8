/// A line that differs only in its numbers and plain texts from one that was read before: what it says
/// is what that one says, with the numbers and texts of this one.
///
/// A command that can be repeated takes them one by one, in the order they are written.
///
/// - Complexity: O(*n*) in the length of the line, a quarter of what it costs to read a command.
package struct RepeatedLine {
  private let line: ArraySlice<UInt8>
  private let number: Int
  /// Where the numbers, point by point, and the texts are in the line that was read.
  private let former: [Range<Int>]
  /// Where they are in this one.
  private let present: [Range<Int>]
  private var next = 0

  /// - Parameters:
  ///   - line: A line of the shape of the one that was read.
  ///   - number: Its number in the script.
  ///   - former: Where the numbers and texts are in the line that was read.
  ///   - present: Where they are in the line.
  init(
    _ line: ArraySlice<UInt8>, number: Int, former: [Range<Int>], present: [Range<Int>]
  ) {
    self.line = line
    self.number = number
    self.former = former
    self.present = present
  }

  /// Whether all numbers and texts were taken.
  var isAtEnd: Bool { next == present.count }

  // MARK: Numbers and texts

  /// The next text, without its quotation marks.
  mutating func text() -> String {
    let range = present[next]
    next += 1
    return string(range.lowerBound + 1..<range.upperBound - 1)
  }

  /// The next number, as it is written.
  ///
  /// - Parameter former: What is in its place in the line that was read.
  mutating func number(like former: String) -> String {
    let start = present[next].lowerBound
    next += former.utf8.contains(UInt8(ascii: ".")) ? 2 : 1
    return string(start..<present[next - 1].upperBound)
  }

  /// The next number, which is whole.
  package mutating func wholeNumber() -> Int {
    let range = present[next]
    next += 1
    return line[line.startIndex + range.lowerBound..<line.startIndex + range.upperBound]
      .reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
  }

  /// The text of a command in the line.
  func text(of span: SourceSpan) -> String { string(span.start.column - 1..<span.end.column - 1) }

  private func string(_ range: Range<Int>) -> String {
    String(
      decoding: line[line.startIndex + range.lowerBound..<line.startIndex + range.upperBound],
      as: UTF8.self)
  }

  // MARK: Places

  /// The place in this line of what was at a place in the other.
  package func span(_ span: SourceSpan) -> SourceSpan {
    SourceSpan(start: position(span.start), end: position(span.end))
  }

  private func position(_ position: SourcePosition) -> SourcePosition {
    var column = position.column
    // A line with a shape is of ASCII: columns are bytes.
    for (old, new) in zip(former, present) where old.upperBound < position.column {
      column += new.count - old.count
    }
    return SourcePosition(line: number, column: column)
  }
}

// MARK: - Parts of commands

extension Spanned {
  /// The same at its place in a repeated line.
  package func moved(to line: RepeatedLine) -> Self { Spanned(value, at: line.span(span)) }
}

extension PathSyntax {
  /// The path as a repeated line has it; nil if it has to be read.
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
  /// The record as a repeated line has it; nil if it has to be read.
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
  /// The value as a repeated line has it; nil if it has to be read.
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
  /// The assignment as a repeated line has it; nil if it has to be read.
  package func repeated(in line: inout RepeatedLine) -> AssignmentSyntax? {
    let property = property.moved(to: line)
    return value.repeated(in: &line).map { AssignmentSyntax(property: property, value: $0) }
  }
}

extension [AssignmentSyntax] {
  /// The assignments as a repeated line has them; nil if they have to be read.
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
