/// How a field or label of one kind looks in one locale: grammar, symbols, grouping, and the
/// affixes beside the text.
public struct FieldFormat: Sendable {
  /// The texts the field takes.
  public let grammar: any Grammar

  /// How they are displayed.
  public let notation: Notation

  /// Creates a format.
  public init(
    grammar: any Grammar, symbols: NumberSymbols = .english, isGrouped: Bool = false,
    prefix: String = "", suffix: String = ""
  ) {
    self.grammar = grammar
    notation = Notation(symbols: symbols, isGrouped: isGrouped, prefix: prefix, suffix: suffix)
  }

  /// The canonical text of a value, as displayed.
  ///
  /// A value the grammar does not take is shown all the same, in full: a program may have set it.
  public func text(for value: Value) -> String {
    if let inner = grammar.canonicalText(of: value, in: notation) {
      return grammar.display(inner, caret: 0, in: notation).text
    }
    return value.description
  }

  /// The value of a text just as it is displayed; `nil` where it is not complete.
  public func value(of text: String) -> Value? {
    guard case .complete(let value) = content(of: text) else { return nil }
    return value
  }

  /// What a displayed text amounts to, with the caret at its end.
  public func content(of text: String) -> FieldContent {
    content(of: EditState(text: text, selection: Selection(caret: .max)))
  }

  /// What the displayed text of a field amounts to; the reason of one that is not complete says
  /// what can be typed where the caret is.
  public func content(of state: EditState) -> FieldContent {
    let text = state.text
    let inner = grammar.reading(of: text, in: notation).bytes
    let content = content(ofInner: inner, in: state)
    guard case .complete = content else {
      return text.isEmpty || content != .empty
        ? content : .incomplete(reason: Reason("\(Quotation(text)) has no digits"))
    }
    let shown = grammar.display(inner, caret: 0, in: notation).text
    return shown.hasSameScalars(as: text)
      ? content
      : .incomplete(
        reason: Reason(
          "\(Quotation(text)) is not written as here; expected \(Quotation(shown))"))
  }

  /// The index of each place where a caret can be in a displayed text, the start and the end
  /// included; offsets of ranges and selections count these.
  public func places(in text: String) -> [String.Index] {
    notation.bounds(of: text, count: grammar.reading(of: text, in: notation).count)
  }

  /// What an inner text amounts to that is displayed in a field.
  func content(ofInner text: [UInt8], in state: EditState) -> FieldContent {
    if text.isEmpty { return .empty }
    return grammar.value(of: text).map { .complete($0) }
      ?? .incomplete(reason: Reason(incompleteness(of: state)))
  }

  private func incompleteness(of state: EditState) -> String {
    let reading = grammar.reading(of: state.text, in: notation)
    let range = state.selection.range
    let ends = [range.lowerBound, range.upperBound].map {
      reading.boundaries[min(max($0, 0), reading.count)]
    }
    let point = InsertionPoint(
      before: reading.bytes[..<ends[0]], after: reading.bytes[ends[1]...],
      replacesNothing: range.isEmpty, isBeforeSeparator: false)
    return grammar.incompleteness(of: reading.bytes, at: point, in: notation)
  }
}

extension FieldFormat {
  /// What a complete text is, in the words of a form such as `0 to 150`; `nil` where the grammar
  /// has none.
  public var expectation: String? { grammar.expectation(in: notation) }

  /// The texts, as displayed, that a text with the caret at its end can become.
  public func candidates(for state: EditState) -> [String] {
    let reading = grammar.reading(of: state.text, in: notation)
    guard state.selection == Selection(caret: reading.count) else { return [] }
    return grammar.candidates(for: reading.bytes[...]).map {
      grammar.display($0, caret: 0, in: notation).text
    }
  }

  /// The edit that completes a text which can only go on in one way; `nil` where it can in several
  /// or in none, or the caret is not at its end.
  ///
  /// - Complexity: O(log *n*) in the number of complete texts.
  public func completion(of state: EditState) -> Edit? {
    let reading = grammar.reading(of: state.text, in: notation)
    guard state.selection == Selection(caret: reading.count),
      let completion = grammar.completion(of: reading.bytes[...]), completion != reading.bytes
    else { return nil }
    // The whole text comes in place of itself, because characters may grow together at the caret.
    return Edit(
      range: 0..<reading.count,
      replacement: grammar.display(completion, caret: 0, in: notation).text, isTyped: false)
  }
}
