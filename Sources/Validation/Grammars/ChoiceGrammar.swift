/// A grammar of the names in a list, perhaps thousands, matched regardless of case.
public struct ChoiceGrammar: InnerTextGrammar {
  /// In one object, because grammars are copied at each key.
  private final class Lists: Sendable {
    let names: Names
    /// The names without the aliases.
    let proposed: Names
    /// The names in the given order, for stepping.
    let order: [String]
    /// The names by display name, and the display names by name; only if they differ.
    let stored: [String: String]
    let displayed: [String: String]
    let aliases: [String]

    init(_ names: [String], _ aliases: [String], stored: [String: String]) {
      (self.aliases, self.stored) = (aliases, stored)
      let displayed = Dictionary(stored.map { ($1, $0) }) { first, _ in first }
      (self.displayed, order) = (displayed, names.map { displayed[$0] ?? $0 })
      proposed = Names(order)
      self.names = aliases.isEmpty ? proposed : Names(order + aliases)
    }
  }

  private let lists: Lists

  /// Creates a grammar of these names; empty names are ignored.
  ///
  /// - Parameter displayNames: The texts that users see and type instead of names, by name. An
  ///   empty text, or a text that is also another name or its display name, is ignored.
  /// - Parameter aliases: Other texts that are accepted. They are completed and listed only if no
  ///   name begins with the typed text.
  /// - Complexity: O(*n* log *n*) in the number of names.
  public init(
    _ names: some Sequence<String>, aliases: [String] = [], displayNames: [String: String] = [:]
  ) {
    let names = names.filter { !$0.isEmpty }
    var stored: [String: String] = [:]
    if !displayNames.isEmpty {
      let texts = names.map { displayNames[$0] ?? $0 }
      let counts = Dictionary((names + texts).map { ($0, 1) }, uniquingKeysWith: +)
      for (name, text) in zip(names, texts) where text != name && !text.isEmpty {
        if counts[text] == 1 { stored[text] = name }
      }
    }
    lists = Lists(names, aliases, stored: stored)
  }

  func displaying(_ displayName: (String) -> String?) -> ChoiceGrammar {
    let names = lists.order.map { lists.stored[$0] ?? $0 }
    let displayNames = names.compactMap { name in
      (lists.displayed[name] ?? displayName(name)).map { (name, $0) }
    }
    return ChoiceGrammar(
      names, aliases: lists.aliases, displayNames: Dictionary(displayNames) { first, _ in first })
  }

  private func names(for text: ArraySlice<UInt8>) -> Names {
    lists.aliases.isEmpty || lists.proposed.hasName(beginningWith: text)
      ? lists.proposed : lists.names
  }

  /// Returns whether a name begins with the text, regardless of case.
  ///
  /// - Complexity: O(log *n*) in the number of names.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool { lists.names.hasName(beginningWith: text) }

  /// Returns whether a name begins with `before`, and the characters of `after` can follow in this
  /// order, perhaps with other characters between them, regardless of case.
  ///
  /// - Complexity: O(log *n*) in the number of names if a match is found soon, or if few names
  ///   contain a scalar of `after`. Otherwise all names that begin with `before` are read.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    lists.names.hasName(beginningWith: before, followedBy: after)
  }

  /// Returns the outcome of one edit. If a key at the end leaves only one name, the rest of the
  /// name is added and selected, so that further typing replaces it.
  public func outcome(of edit: Edit, in state: EditState, in notation: Notation) -> Outcome {
    let rule = InnerTextRule(grammar: self, notation: notation)
    let outcome = rule.outcome(of: edit, in: state)
    guard edit.isTyped, edit.replacement.onlyScalar != nil,
      case .accepted(let typed, _) = outcome,
      let completion = completion(of: typed, in: notation)?.replacement
    else { return outcome }
    // Further typing could not replace a completion that combines with the last character.
    let end = typed.selection.caret
    guard completion.prefix(end).utf8.count == typed.text.utf8.count else { return outcome }
    var next = EditState(
      text: completion, selection: Selection(anchor: end, caret: completion.count))
    next.completed = next.selection.range
    return .accepted(next, rule.content(of: next))
  }

  /// Removes invisible characters from pasted text, and white space around it, unless a name needs
  /// them; adjusts the case to the matching names.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    if isTyped { return inCase(Array(text.utf8), at: point) }
    let reading = Pasteboard.reading(of: text, in: notation) {
      lists.names.name(point.before + $0 + point.after) != nil
    } fits: {
      fits(point.before + $0, followedBy: point.after)
    }
    guard let reading else { return .rejected(Rejection(.init(.nothingToInsert))) }
    return inCase(reading, at: point)
  }

  private func inCase(_ text: [UInt8], at point: InsertionPoint) -> Insertion {
    let (inner, caret) = point.inserting(text, dropping: 0, droppingAfter: 0)
    let before = inner[..<caret]
    let names = names(for: before)
    let whole = names.beginning(with: inner[...])
    let found = whole.isEmpty ? names.beginning(with: before) : whole
    guard !whole.isEmpty || fits(before, followedBy: point.after),
      let cased = names.inCase(before, of: found)
    else { return .insert(text, dropping: 0) }
    return .insert(cased, dropping: point.before.count)
  }

  /// Reports the first wrong character, and the names or characters that would be accepted.
  public func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail {
    lists.names.objection(to: attempt.before, followedBy: attempt.after)
  }

  /// Returns the name: an exact match, or the only match regardless of case.
  public func value(of text: [UInt8]) -> Value? { name(of: text).map(Value.text) }

  func name(of text: [UInt8]) -> String? { shownName(text).map { lists.stored[$0] ?? $0 } }

  private func shownName(_ text: [UInt8]) -> String? {
    lists.names.name(text[...]).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reports the names or characters that can follow.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    names(for: text[...]).incompleteness(of: text[...], after: point.before, before: point.after)
  }

  /// Returns the display name of a name, or the name itself.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .text(let text) = value else { return nil }
    return Array((lists.displayed[text] ?? text).utf8)
  }

  /// Returns the only name that begins with the text.
  ///
  /// - Complexity: O(log *n*) in the number of names.
  public func completion(of text: ArraySlice<UInt8>) -> [UInt8]? {
    let names = names(for: text)
    let found = names.beginning(with: text)
    return found.count == 1 ? names[found.lowerBound] : nil
  }

  /// Returns the names that begin with the text, in byte order of their case-folded forms.
  public func candidates(for text: ArraySlice<UInt8>) -> [[UInt8]] {
    let names = names(for: text)
    return names.beginning(with: text).map { names[$0] }
  }

  /// Steps to the next or previous name in the given order. If the text is only the beginning of
  /// names, steps to the first or last of them.
  ///
  /// - Complexity: O(*n*) in the number of names.
  public func stepped(_ state: EditState, by count: Int, in notation: Notation) -> EditState? {
    let (text, order) = (Array(state.text.utf8), lists.order)
    let place: Int
    if let name = shownName(text),
      let start = order.firstIndex(where: { $0.hasSameScalars(as: name) })
    {
      let room = count < 0 ? start : order.count - 1 - start
      place = count < 0 ? start - min(-max(count, -room), room) : start + min(count, room)
    } else {
      let isMeant = { (name: String) in Names([name]).hasName(beginningWith: text[...]) }
      let start = count < 0 ? order.lastIndex(where: isMeant) : order.firstIndex(where: isMeant)
      guard let start else { return nil }
      place = start
    }
    let name = Array(order[place].utf8)
    return display(name, caret: name.count, in: notation)
  }

  /// Returns the names; `nil` if there are none.
  public func expectation(in notation: Notation) -> FieldExpectation? {
    lists.order.isEmpty ? nil : .choice(lists.order)
  }
}
