internal import Records

/// What cannot be compared, because it would never hold or only by accident.
extension ExpressionTranslator {
  /// Refuses values of which one is compared with the others and they are of unlike kinds.
  ///
  /// - Parameter isOrder: Whether they are only asked which comes first.
  mutating func checkKinds(_ operands: [Operand], isOrder: Bool = false) throws(StoreError) {
    guard let first = operands.first else { return }
    // What a quoted text is read as depends on the other side, whichever that is.
    let typed = text(of: first) == nil ? first : operands.first { text(of: $0) == nil } ?? first
    for operand in operands where operand.range != typed.range {
      if let elements = typed.nature.elements, let others = operand.nature.elements,
        elements.count == others.count
      {
        for (left, right) in zip(elements, others) {
          let pair = [left, right].map { Operand(range: operand.range, nature: $0) }
          try checkPair(pair[0], pair[1], isOrder)
        }
        continue
      }
      try checkPair(typed, operand, isOrder)
    }
  }

  /// Refuses values of which one is chosen, where they could not be of one property; a text can
  /// stand for any that is missing, and a quoted moment beside another becomes one.
  mutating func agreed(_ operands: [Operand]) throws(StoreError) -> [Operand] {
    try readTexts(ifPossible: operands)
    let operands = readMoments(operands)
    if isLenient { return operands }
    let typed = operands.filter { operand in
      operand.nature.family.map { $0 != .text } ?? false
    }
    for operand in typed.dropFirst() { try checkValues(typed[0], operand, false, isChoice: true) }
    return operands
  }

  private mutating func checkPair(
    _ left: Operand, _ right: Operand, _ isOrder: Bool
  ) throws(StoreError) {
    if let text = text(of: right) {
      // Of two texts neither is read as anything else.
      guard self.text(of: left) == nil else { return }
      do {
        try read(text, right, beside: left, isOrder)
      } catch {
        // What is kept was once taken with such a text.
        guard isLenient else { throw error }
      }
      return
    }
    if isLenient { return }
    if isNumeral(left), !isNumeral(right) { return try checkValues(right, left, isOrder) }
    try checkValues(left, right, isOrder)
  }

  /// Refuses a value beside another one, which is not a quoted text.
  func checkValues(
    _ left: Operand, _ right: Operand, _ isOrder: Bool, isChoice: Bool = false
  ) throws(StoreError) {
    guard let family = left.nature.family, let other = right.nature.family,
      !areAlike(left.nature, right.nature, isOrder)
    else { return }
    let hint = hint(for: right, other, beside: left, family)
    let place = right.range.lowerBound
    if case .choice(let names) = left.nature.kind, case .choice = right.nature.kind {
      throw error(
        "\(words(right)) has none of the choices \(names.map(\.asChoice).list)", at: place,
        kind: .expression)
    }
    guard !isChoice else {
      throw error(
        "cannot choose between \(left.nature.words) and \(right.nature.words)", at: place)
    }
    throw error(
      "\(subject(left)) cannot be compared with "
        + (family == other ? words(right) : right.nature.words), at: place, hint: hint)
  }

  private func areAlike(
    _ left: ExpressionNature, _ right: ExpressionNature, _ isOrder: Bool
  ) -> Bool {
    guard let family = left.family, let other = right.family else { return true }
    if let names = left.kind?.choices, let others = right.kind?.choices {
      return !Set(names).isDisjoint(with: others)
    }
    if family == other { return true }
    switch (family, other) {
    // A test is 1 or 0 to SQLite, and one may count with it.
    case (.boolean, .number): return left.isCondition && !right.isConstantWord
    case (.number, .boolean): return right.isCondition && !left.isConstantWord
    case (.record(let type), .number), (.number, .record(let type)):
      return left.idType == type || right.idType == type
    // The texts sort as the moments do, a date as its beginning.
    case (.date, .dateTime), (.dateTime, .date): return isOrder
    default: return false
    }
  }

  // MARK: Quoted texts

  /// Reads quoted texts as values of the kind of what they stand beside: `opens < "09:00"`.
  ///
  /// - Parameter isOrder: Whether they are only asked which comes first, which any text can be.
  mutating func readTexts(_ operands: [Operand], isOrder: Bool = false) throws(StoreError) {
    guard let kind = operands.lazy.compactMap(\.nature.textKind).first else {
      if !isOrder { try readForms(operands) }
      return
    }
    for operand in operands where operand.range.count == 1 {
      let place = operand.range.lowerBound
      guard case .text(let text) = tokens[place] else { continue }
      do throws(Violation) {
        try write(kind.readingText(text).bound, at: place)
      } catch {
        throw self.error(
          "\(tokens[place].words) is compared with a \(kind.name): \(error.message)", at: place)
      }
    }
  }

  /// Reads quoted texts as values of a kind of texts, which can be written in several ways: an IBAN
  /// with spaces, a telephone number with a bracket.
  private mutating func readForms(_ operands: [Operand]) throws(StoreError) {
    guard let typed = operands.first(where: { $0.nature.kind?.isForm ?? false }),
      let kind = typed.nature.kind
    else { return }
    for operand in operands {
      guard let text = text(of: operand) else { continue }
      let place = operand.range.lowerBound
      do throws(Violation) {
        try write(kind.readingText(text).bound, at: place)
      } catch {
        // What was accepted once is kept as it is.
        if isLenient { continue }
        throw self.error(
          "\(words(typed)) is never \(tokens[place].words); \(error.message)", at: place)
      }
    }
  }

  /// Reads those quoted texts that are values of the kind of what they stand beside.
  mutating func readTexts(ifPossible operands: [Operand]) throws(StoreError) {
    guard let kind = operands.lazy.compactMap(\.nature.textKind).first else { return }
    for operand in operands {
      guard let text = text(of: operand), let value = try? kind.readingText(text) else { continue }
      write(value.bound, at: operand.range.lowerBound)
    }
  }

  /// Reads quoted moments, which without a zone are the user's, beside others that are UTC's.
  private mutating func readMoments(_ operands: [Operand]) -> [Operand] {
    guard operands.contains(where: { $0.nature.kind == .dateTime || $0.nature.isUTC }) else {
      return operands
    }
    return operands.map { operand in
      guard text(of: operand) != nil, let moment = moments[operand.range.lowerBound] else {
        return operand
      }
      write(moment.bound, at: operand.range.lowerBound)
      return Operand(range: operand.range, nature: ExpressionNature(parameter: .dateTime))
    }
  }

  mutating func write(_ value: SQLValue, at place: Int) {
    guard isPortable else { return emission.bind(.literal(value), at: place) }
    switch value {
    case .integer(let number): emission.write(number < 0 ? "(\(number))" : "\(number)", at: place)
    case .text(let text): emission.write(text.asSQLText, at: place)
    case .null, .real, .blob: preconditionFailure("no such value is written as a text")
    }
  }

  /// Reads a quoted text as what it is compared with.
  private mutating func read(
    _ text: String, _ operand: Operand, beside left: Operand, _ isOrder: Bool
  ) throws(StoreError) {
    guard let kind = left.nature.kind, let family = left.nature.family else { return }
    let place = operand.range.lowerBound
    // Those are read by the kind itself, which says what is wrong.
    if left.nature.textKind != nil { return }
    let subject = words(left)
    switch family {
    case .text:
      guard let names = kind.choices, !names.contains(where: { $0.hasSameScalars(as: text) })
      else { return }
      throw error(
        "\(subject) is never \(tokens[place].words); expected \(kind.expectation)", at: place,
        candidates: names)
    // The text of a whole list.
    case .list where text.hasPrefix("[") && text.hasSuffix("]"): return
    case .date, .dateTime:
      let moment = family == .dateTime ? moments[place] : nil
      let value =
        moment ?? kind.converted(.text(text))
        ?? (isOrder ? PropertyKind.date.converted(.text(text)) : nil)
      guard let value else {
        let word = text.asciiLowercased
        let hint = ["today", "now"].contains(word) ? word : nil
        throw error(
          "\(subject) is \(family.words), and \(tokens[place].words) is not; expected "
            + kind.expectation, at: place, hint: hint)
      }
      write(value.bound, at: place)
    case .number, .boolean, .time, .duration, .month, .record, .list:
      throw error(
        "\(self.subject(left)) cannot be compared with a text", at: place,
        hint: family == .list ? itemHint(operand, left) : hint(text, beside: family))
    }
  }

  private func hint(_ text: String, beside family: ExpressionFamily) -> String? {
    switch family {
    case .number: ExactDecimal(text).map { "a number is written without quotation marks: \($0)" }
    case .boolean:
      ["true", "false"].contains(text) ? "write \(text) without quotation marks" : nil
    case .record(let type): keyHint(type, Value.text(text).literal)
    case .text, .date, .dateTime, .time, .duration, .month, .list: nil
    }
  }

  /// How a record is written, by its key if its type has one.
  private func keyHint(_ name: String, _ key: String) -> String {
    let hasKey = types.first { $0.name == name }?.properties.contains(where: \.isKey) ?? false
    return hasKey
      ? "a record is written \(name.asName)[\(key)]" : "a record is written \(name.asName)/1"
  }

  /// How one asks whether a list has an item.
  private func itemHint(_ item: Operand, _ list: Operand) -> String {
    let written = text(of: item).map { Value.text($0).literal } ?? words(item)
    return "write \(written) in \(words(list))"
  }

  /// What was likely meant by a value of another kind.
  private func hint(
    for right: Operand, _ other: ExpressionFamily, beside left: Operand, _ family: ExpressionFamily
  ) -> String? {
    let written = right.range.count == 1 ? tokens[right.range.lowerBound].words : nil
    switch (family, other) {
    case (.list, _): return itemHint(right, left)
    case (_, .list): return itemHint(left, right)
    case (.date, .dateTime): return "date(\(words(right))) is the day of a moment"
    case (.dateTime, .date): return "date(\(words(left))) is the day of a moment"
    case (.boolean, .number):
      guard let written else { return nil }
      return written == "0" ? "write false" : written == "1" ? "write true" : nil
    case (.text, .number):
      guard let written, isNumeral(right) else { return nil }
      return "a text is written in quotation marks: \"\(written)\""
    case (.record(let type), .number):
      guard let written, isNumeral(right) else { return nil }
      return "write \(type.asName)/\(written)"
    case (.date, .number): return isNumeral(right) ? "a date is written 2026-11-21" : nil
    case (.duration, .number):
      return isNumeral(right) ? "a duration is written \"37:15\"" : nil
    case (.time, .number): return isNumeral(right) ? "a time is written \"08:30\"" : nil
    case (.month, .number): return isNumeral(right) ? "a month is written \"2026-11\"" : nil
    case (.date, .text): return "date(\(words(right))) reads a text as a date"
    case (.dateTime, .text): return "a date with time is written 2026-11-21T10:00:00Z"
    default: return nil
    }
  }

  // MARK: Operands

  /// The quoted text that an operand is; nil if it is none.
  func text(of operand: Operand) -> String? {
    guard operand.range.count == 1, case .text(let text) = tokens[operand.range.lowerBound] else {
      return nil
    }
    return text
  }

  /// Whether an operand is a number as it is written.
  func isNumeral(_ operand: Operand) -> Bool {
    guard case .number = tokens[operand.range.upperBound] else { return false }
    switch operand.range.count {
    case 1: return true
    case 2: return tokens[operand.range.lowerBound] == .symbol("-")
    default: return false
    }
  }

  /// The operand and what it is, as a message begins.
  private func subject(_ operand: Operand) -> String {
    let (written, kind) = (words(operand), operand.nature.words)
    return written == kind || operand.nature.isConstantWord || isNumeral(operand)
      ? written : "\(written) is \(kind) and"
  }

  /// The operand as a message names it: a name or a path as it is written, else by its kind.
  func words(_ operand: Operand) -> String {
    let part = tokens[operand.range]
    if operand.nature.isConstantWord, let name = part.first?.name { return name }
    let isPath = part.enumerated().allSatisfy { place, token in
      place.isMultiple(of: 2) ? token.name != nil : token == .symbol(".")
    }
    if isPath, part.count <= 9 {
      return part.map { $0.name?.asName ?? "." }.joined()
    }
    if isNumeral(operand), case .number(let text)? = part.last { return text }
    return operand.nature.words
  }
}

extension PropertyKind {
  /// Whether the values are texts of a form.
  fileprivate var isForm: Bool { storage == .text && self != .text && choices == nil }

  /// The value that a text means, with seconds also where properties of the kind have none.
  fileprivate func readingText(_ text: String) throws(Violation) -> Value {
    if case .time = self { return try PropertyKind.time(hasSeconds: true).reading(.text(text)) }
    if storage == .seconds {
      return try PropertyKind.duration(hasSeconds: true).reading(.text(text))
    }
    return try reading(.text(text))
  }
}
