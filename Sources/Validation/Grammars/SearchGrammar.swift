/// A grammar of many entries, each found by any part of its names.
public struct SearchGrammar: InnerTextGrammar {
  /// The entries to choose from.
  public let index: SearchIndex

  /// Creates a grammar of the entries of an index.
  public init(_ index: SearchIndex) { self.index = index }

  /// Returns whether a name contains the text.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool { index.has(text, followedBy: []) }

  /// Returns whether a name contains `before`, and the characters of `after` follow in this order,
  /// perhaps with other characters between them.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    index.has(before, followedBy: after)
  }

  /// Removes invisible characters from pasted text, and white space around it, unless a name needs
  /// them.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    if isTyped { return .insert(Array(text.utf8), dropping: 0) }
    let reading = Pasteboard.reading(of: text, in: notation) {
      index.find(point.before + $0 + point.after).whole != nil
    } fits: {
      fits(point.before + $0, followedBy: point.after)
    }
    guard let reading else { return .rejected(Rejection(.init(.nothingToInsert))) }
    return .insert(reading, dropping: 0)
  }

  /// Reports that no name contains the text, or that there are no entries.
  public func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail {
    objection(to: attempt.before + attempt.after)
  }

  private func objection(to text: ArraySlice<UInt8>) -> Reason.Detail {
    index.entries.isEmpty
      ? Reason.Detail(.nothingToChoose) : Reason.Detail(.notContained, .init(startOf: text))
  }

  /// Returns the canonical text of the entry that the text identifies.
  public func value(of text: [UInt8]) -> Value? {
    index.find(text[...]).whole.map { .text(index.entries[$0].text) }
  }

  /// Reports the number of entries with a name that contains the text, or that there are none.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    let found = index.find(text[...])
    return found.count == 0
      ? objection(to: text[...]) : Reason.Detail(.contained, count: found.count)
  }

  /// Returns the text unchanged.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .text(let text) = value else { return nil }
    return Array(text.utf8)
  }

  /// Returns the canonical text of the only entry that contains the text.
  public func completion(of text: ArraySlice<UInt8>) -> [UInt8]? {
    let found = index.find(text)
    return found.count == 1 ? found.first.first.map { Array(index.entries[$0].text.utf8) } : nil
  }

  /// Returns the edit that replaces the text with the only entry that contains it, regardless of
  /// the caret.
  public func completion(of state: EditState, in notation: Notation) -> Edit? {
    let reading = reading(of: state.text, in: notation)
    guard let text = completion(of: reading.bytes[...]), text != reading.bytes else { return nil }
    return Edit(
      range: 0..<reading.count, replacement: String(decoding: text, as: UTF8.self), isTyped: false)
  }

  /// Returns the labels of the first entries that contain the text; entries with a name that begins
  /// with the text are listed first.
  public func candidates(for state: EditState, in notation: Notation) -> Candidates {
    let found = index.find(Array(state.text.utf8)[...])
    return Candidates(found.first.map { index.entries[$0].label }, count: found.count)
  }

  /// Steps to the next or previous entry. If the text is not an entry, steps to the first or last
  /// of its listed candidates; if the text is empty, to the first or last entry.
  public func stepped(_ state: EditState, by count: Int, in notation: Notation) -> EditState? {
    guard !index.entries.isEmpty else { return nil }
    let last = index.entries.count - 1
    let found = index.find(Array(state.text.utf8)[...])
    let place: Int
    if let whole = found.whole {
      place = count < 0 ? whole - min(-max(count, -whole), whole) : whole + min(count, last - whole)
    } else if state.text.isEmpty {
      place = count < 0 ? last : 0
    } else {
      guard let end = count < 0 ? found.first.max() : found.first.min() else { return nil }
      place = end
    }
    let text = Array(index.entries[place].text.utf8)
    return display(text, caret: text.count, in: notation)
  }

  /// Returns the texts of all entries; `nil` if there are none.
  public func expectation(in notation: Notation) -> FieldExpectation? {
    index.entries.isEmpty ? nil : .choice(index.texts)
  }
}
