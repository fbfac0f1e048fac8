/// Telephone numbers with a country code: `+` and 7 to 15 digits.
///
/// A leading `00` becomes `+`. If there is a default country code, it replaces a single leading
/// zero as soon as a digit other than zero follows. A trunk zero after a country code is removed,
/// for example in `+49 030`.
public struct PhoneGrammar: InnerTextGrammar {
  private static let plus = UInt8(ascii: "+")

  private let country: String?

  /// Creates the grammar.
  ///
  /// - Parameter country: The country code that replaces a single leading zero, for example
  ///   `+49`.
  /// - Precondition: `country` is `+` and one to three digits, the first not 0.
  public init(country: String? = nil) {
    do throws(Violation) {
      try PropertyKind.phone(country: country).check()
    } catch {
      preconditionFailure("\(error.message), not \(country ?? "")")
    }
    self.country = country
  }

  /// The traits of a telephone number.
  public var traits: TextTraits {
    TextTraits(keyboard: .phone, contentType: .telephoneNumber)
  }

  /// Returns the description of a telephone number.
  public func expectation(in notation: Notation) -> FieldExpectation? {
    .phone(country: country)
  }

  /// Returns whether a number begins with the text, or the text is a single zero that can still
  /// become `+` or the country code.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool {
    if text.elementsEqual([ASCII.zero]) { return true }
    return text.isEmpty || text.first == Self.plus && areDigits(text.dropFirst())
  }

  /// Returns whether the joined texts begin with an optional `+`, followed by no more digits than
  /// the maximum.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    guard begins(before) else { return false }
    if before.isEmpty, after.first == Self.plus { return areDigits(after.dropFirst()) }
    let isOpen = before.isEmpty || before.first != Self.plus
    return areDigits(isOpen ? after : before.dropFirst() + after)
  }

  private func areDigits(_ text: ArraySlice<UInt8>) -> Bool {
    text.count <= PhoneKind.lengths.upperBound && text.allSatisfy(\.isDigit)
  }

  /// Returns the outcome of one edit. Punctuation between digits is ignored; a zero in parentheses
  /// after a country code is removed when the parenthesis is closed.
  public func outcome(of edit: Edit, in state: EditState, in notation: Notation) -> Outcome {
    let rule = InnerTextRule(grammar: self, notation: notation)
    if meetsLostZero(edit, in: state) { return .rejected(Rejection(.init(.plusFirst))) }
    if let opened = opened(edit, in: state) { return rule.outcome(of: opened, in: state) }
    if let joined = joined(edit, in: state) { return rule.outcome(of: joined, in: state) }
    guard edit.isTyped, let scalar = edit.replacement.onlyScalar.map(PhoneKind.plain),
      let range = edit.within(0...state.text.count)?.ranges.first
    else { return rule.outcome(of: edit, in: state) }
    guard PhoneKind.isBetweenDigits(scalar) else {
      let outcome = rule.outcome(of: edit, in: state)
      guard scalar == "0", case .accepted(var next, let content) = outcome else { return outcome }
      next.hasTypedZero = next.text == "0"
      if range.isEmpty, state.bracket == range.lowerBound,
        next.selection.caret == range.lowerBound + 1,
        next.text.utf8.dropFirst(range.lowerBound).first == ASCII.zero
      {
        next.bracket = state.bracket
      }
      return .accepted(next, content)
    }
    guard range.isEmpty else { return .accepted(state, rule.content(of: state)) }
    var next = state
    if scalar == "(" {
      next.bracket = range.lowerBound
    } else if scalar == ")" {
      next.bracket = nil
      let zero = range.lowerBound - 1
      if state.bracket == zero, state.text.utf8.first == Self.plus {
        return rule.outcome(
          of: Edit(range: zero..<zero + 1, replacement: "", isTyped: true), in: next)
      }
    }
    return .accepted(next, rule.content(of: next))
  }

  /// Whether the edit adds a zero to a text `0` after which a digit was rejected. The two zeros
  /// then do not become `+`.
  private func meetsLostZero(_ edit: Edit, in state: EditState) -> Bool {
    guard state.hasRefusedDigit, country == nil, edit.ranges.allSatisfy(\.isEmpty) else {
      return false
    }
    let scalars = edit.replacement.unicodeScalars.lazy.map(PhoneKind.plain)
    return state.text.utf8.elementsEqual([ASCII.zero])
      && scalars.first { !PhoneKind.isBetweenDigits($0) } == "0"
  }

  /// If the text is a `0` that was not typed, a number that begins with two zeros and is pasted
  /// before the `0` also replaces the `0`. Returns nil for other edits.
  private func joined(_ edit: Edit, in state: EditState) -> Edit? {
    guard !state.hasTypedZero, state.text == "0", edit.ranges == [0..<0],
      beginsWithTwoZeros(edit.replacement.unicodeScalars)
    else { return nil }
    return Edit(range: 0..<1, replacement: edit.replacement, isTyped: false)
  }

  private func beginsWithTwoZeros(_ text: some Sequence<Unicode.Scalar>) -> Bool {
    text.lazy.map(PhoneKind.plain).filter { !PhoneKind.isBetweenDigits($0) }.prefix(2)
      .elementsEqual(["0", "0"])
  }

  /// If pasted text contains the `)` for a typed `(`, extends the edit back to the `(`. If the
  /// parentheses add nothing to the number, the edit deletes the text after the `(`.
  private func opened(_ edit: Edit, in state: EditState) -> Edit? {
    guard !edit.isTyped, let bracket = state.bracket, edit.ranges.count == 1,
      let range = edit.ranges.first, range.isEmpty, range.lowerBound >= bracket,
      edit.replacement.unicodeScalars.contains(where: { PhoneKind.plain($0) == ")" })
    else { return nil }
    let scalars = Array(state.text.unicodeScalars.prefix(range.lowerBound))
    let inside = String(String.UnicodeScalarView(scalars.dropFirst(bracket)))
    guard inside.isEmpty || inside == "0" else { return nil }
    let text = "(\(inside)\(edit.replacement)"
    let front = Array(scalars.prefix(bracket))
    let number = PhoneKind.number(front, followedBy: text.pasted.unicodeScalars, country: country)
    return Edit(
      range: bracket..<range.lowerBound, replacement: number == front ? "" : text, isTyped: false)
  }

  /// Removes punctuation from pasted text; two leading zeros become `+`.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    let key = isTyped ? text.onlyScalar.map { [$0] } : nil
    var scalars = key ?? Array(text.unicodeScalars.pasted)
    let before = point.before.map { Unicode.Scalar($0) }
    var front = before
    // A zero inserted before a digit is joined with the digit, and can become `+` or the country
    // code.
    if before.isEmpty, !beginsWithTwoZeros(scalars),
      let next = point.after.first.map({ Unicode.Scalar($0) }),
      let zero = scalars.firstIndex(where: { !PhoneKind.isBetweenDigits(PhoneKind.plain($0)) }),
      PhoneKind.plain(scalars[zero]) == "0"
    {
      let joined = PhoneKind.number(["0"], followedBy: [next], country: country)
      if joined.first == "+" { (front, scalars) = (joined, Array(scalars[(zero + 1)...])) }
    }
    let number = PhoneKind.number(front, followedBy: scalars, country: country)
    guard number != before else {
      // A typed trunk zero is ignored.
      if key?.map(PhoneKind.plain) == ["0"] { return .nothing }
      return .rejected(Rejection(.init(.nothingToInsert, .init(text))))
    }
    let isKept = number.starts(with: before)
    return .insert(
      Array(String(String.UnicodeScalarView(number.dropFirst(isKept ? before.count : 0))).utf8),
      dropping: isKept ? 0 : before.count, droppingAfter: front == before ? 0 : 1)
  }

  /// Reports the first wrong character, and the accepted characters.
  public func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail {
    let next = expected { takes($0, at: attempt.point, in: notation) }
    let whole = attempt.inner[...]
    let digits = whole.filter(\.isDigit).count
    let reason: Reason.Detail
    if let foreign = foreign(in: whole) {
      reason = foreign
    } else if digits > PhoneKind.lengths.upperBound {
      reason = tooMany
    } else if country == nil, (attempt.point.before + attempt.point.after) == [ASCII.zero] {
      // Only `+` is accepted, because two zeros would not become `+` here.
      return Reason.Detail(.plusFirst)
    } else if whole.dropFirst().contains(Self.plus) {
      reason = Reason.Detail(.frontOnly, .init("+"))
    } else {
      reason = Reason.Detail(.countryCodeFirst)
    }
    return reason.expecting(next)
  }

  private var tooMany: Reason.Detail {
    Reason.Detail(.tooMany, limit: PhoneKind.lengths.upperBound, of: .digit)
  }

  private func foreign(in text: ArraySlice<UInt8>) -> Reason.Detail? {
    guard let start = text.firstIndex(where: { !$0.isDigit && $0 != Self.plus }) else {
      return nil
    }
    return Reason.Detail(.wrongClass, .init(firstOf: text[start...]), of: .digit)
  }

  private func expected(where isTaken: (Unicode.Scalar) -> Bool) -> [Reason.Expected] {
    let digits = (ASCII.zero...ASCII.nine).filter { isTaken(Unicode.Scalar($0)) }
    let plus: [Reason.Expected] = isTaken("+") ? [.literal(.init("+"))] : []
    return plus + Reason.Expected.runs(of: digits) { String(Unicode.Scalar($0)) }
  }

  /// Returns the number if its number of digits is valid.
  ///
  /// Trunk zeros are ignored; an edit in the middle can leave one in the text.
  public func value(of text: [UInt8]) -> Value? {
    guard text.first == Self.plus, areDigits(text[1...]) else { return nil }
    let number = PhoneKind.withoutTrunkZeros(text)
    guard PhoneKind.lengths.contains(number.count - 1) else { return nil }
    return .text(String(decoding: number, as: UTF8.self))
  }

  /// Reports which character is wrong, how many digits are missing, or that there are too many
  /// digits.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    if let foreign = foreign(in: text[...]) { return foreign }
    // The country code will replace a single zero.
    let isCountry = text == [ASCII.zero] && country != nil
    guard isCountry || text.first == Self.plus else { return Reason.Detail(.plusFirst) }
    let digits = isCountry ? country?.utf8.count ?? 0 : PhoneKind.withoutTrunkZeros(text).count
    let missing = PhoneKind.lengths.lowerBound - (digits - 1)
    return missing > 0 ? Reason.Detail(.tooShort, count: missing, of: .digit) : tooMany
  }

  /// Returns the number unchanged, even if it is incomplete.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .text(let text) = value else { return nil }
    return Array(text.utf8)
  }
}
