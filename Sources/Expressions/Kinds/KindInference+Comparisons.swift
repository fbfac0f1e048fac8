internal import Records

/// What can be compared, and how, so that it reads as it is compared.
extension KindInference {
  /// Looks at values of which one is compared with the others, and says what is done to all of them.
  ///
  /// Decimals of at most 15 digits are doubles, which are equal bit for bit. One that comes from a
  /// double is rounded, and with it all others. Longer ones are texts, and are compared by a key.
  ///
  /// - Parameter isOrder: Whether they are only asked which comes first.
  func compare(_ operands: [Operand], isOrder: Bool = false) -> Conversion {
    let tuples = operands.compactMap(elements)
    if tuples.count == operands.count, operands.count > 1 {
      let count = tuples.map(\.count).min() ?? 0
      let isPlain = (0..<count).allSatisfy { place in
        compare(tuples.map { $0[place] }, isOrder: isOrder) == .none
      }
      if !isPlain || tuples.contains(where: { $0.contains { $0.type.isLong } }) {
        context.problems.add(
          context.error(
            "Decimals can only be compared one by one, not as a list",
            at: operands[0].range.lowerBound))
      }
      return .none
    }
    _ = context.attempt { () throws(ExpressionError) in
      try readTexts(operands, isOrder: isOrder)
      try checkKinds(operands, isOrder: isOrder)
    }
    return conversion(of: operands.map { Operand.retyped($0) }, isOrder: isOrder)
  }

  /// The parts of several values in brackets; nil for one value.
  private func elements(of operand: Operand) -> [Operand]? {
    guard let types = operand.type.elements else { return nil }
    if case .brackets(let nodes)? = operand.node?.form { return nodes.map(Operand.init) }
    return types.map { Operand(operand.range, $0) }
  }

  private func conversion(of operands: [Operand], isOrder: Bool) -> Conversion {
    let types = operands.map(\.type)
    if isOrder, let names = types.lazy.compactMap(\.kind?.choices).first,
      operands.allSatisfy({ $0.type.kind?.choices == names || text(of: $0) != nil })
    {
      return .choiceOrder(names)
    }
    guard types.contains(where: \.isDecimal) else { return .none }
    let others = types.filter { !$0.isConstantWord && !$0.isLiteral }
    guard others.contains(where: { $0.isApproximate || $0.family == nil }) else {
      return types.contains(where: \.isLong) ? .decimalKey : .none
    }
    let isUnknown = others.contains { $0.family == nil }
    if isUnknown, !context.isPortable, types.contains(where: \.isLong) { return .decimalKey }
    return .rounded(scale: InferredType.commonScale(types), castsColumns: isUnknown)
  }

  /// Refuses values of which one is compared with the others and they are of unlike kinds.
  private func checkKinds(
    _ operands: [Operand], isOrder: Bool
  ) throws(ExpressionError) {
    guard let first = operands.first else { return }
    // What a quoted text is read as depends on the other side, whichever that is.
    let typed = text(of: first) == nil ? first : operands.first { text(of: $0) == nil } ?? first
    for operand in operands where operand.range != typed.range {
      try checkPair(typed, operand, isOrder)
    }
  }

  /// The kind of values of which one is chosen, with what is done to each so that all are of it.
  ///
  /// Values are refused that could not be of one property; a text can stand for any that is missing,
  /// and a quoted one beside a value that is written so becomes one.
  ///
  /// - Parameter isOrder: Whether they have been compared already.
  func agreed(_ nodes: [Node], isOrder: Bool = false) -> InferredType {
    let operands = nodes.map(Operand.init)
    readTexts(ifPossible: operands)
    if !context.isLenient, !isOrder {
      let typed = nodes.map(Operand.init).filter { operand in
        operand.type.family.map { $0 != .text } ?? false
      }
      for operand in typed.dropFirst() {
        _ = context.attempt { () throws(ExpressionError) in
          try checkValues(typed[0], operand, false, isChoice: true)
        }
      }
    }
    let result = InferredType(oneOf: nodes.map(\.type))
    guard result.isDecimal, !result.isLong else { return result }
    // Otherwise a whole number would be divided as one.
    for node in nodes where node.type.isWhole { node.conversion = .real }
    return result
  }

  private func checkPair(
    _ left: Operand, _ right: Operand, _ isOrder: Bool
  ) throws(ExpressionError) {
    if let text = text(of: right) {
      // Of two texts neither is read as anything else.
      guard self.text(of: left) == nil else { return }
      do {
        try read(text, right, beside: left, isOrder)
      } catch {
        // What is kept was once taken with such a text.
        guard context.isLenient else { throw error }
      }
      return
    }
    if context.isLenient { return }
    if isNumeral(left), !isNumeral(right) { return try checkValues(right, left, isOrder) }
    try checkValues(left, right, isOrder)
  }

  /// Refuses a value beside another one, which is not a quoted text.
  func checkValues(
    _ left: Operand, _ right: Operand, _ isOrder: Bool, isChoice: Bool = false
  ) throws(ExpressionError) {
    guard let family = left.type.family, let other = right.type.family,
      !areAlike(left.type, right.type, isOrder)
    else { return }
    let hint = hint(for: right, other, beside: left, family)
    let place = right.range.lowerBound
    if case .choice(let names) = left.type.kind, case .choice = right.type.kind {
      throw context.error(
        "\(words(right)) has none of the choices \(names.map(\.asChoice).list)", at: place)
    }
    guard !isChoice else {
      throw context.error(
        "cannot choose between \(left.type.words) and \(right.type.words)", at: place)
    }
    throw context.error(
      "\(subject(left)) cannot be compared with "
        + (family == other ? words(right) : right.type.words), at: place, hint: hint)
  }

  private func areAlike(
    _ left: InferredType, _ right: InferredType, _ isOrder: Bool
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
  private func readTexts(
    _ operands: [Operand], isOrder: Bool
  ) throws(ExpressionError) {
    guard let kind = operands.lazy.compactMap(\.type.textKind).first else {
      if !isOrder { try readForms(operands) }
      return
    }
    for operand in operands {
      guard let text = text(of: operand) else { continue }
      do throws(Violation) {
        note(try kind.readingText(text), in: operand, kind)
      } catch {
        throw context.error(
          "\(written(operand)) is compared with a \(kind.name): \(error.message)",
          at: operand.range.lowerBound)
      }
    }
  }

  /// Reads quoted texts as values of a kind of texts, which can be written in several ways: an IBAN
  /// with spaces, a telephone number with a bracket.
  private func readForms(_ operands: [Operand]) throws(ExpressionError) {
    guard let typed = operands.first(where: { $0.type.kind?.isForm ?? false }),
      let kind = typed.type.kind
    else { return }
    for operand in operands {
      guard let text = text(of: operand) else { continue }
      do throws(Violation) {
        operand.node?.reading = stored(try kind.readingText(text), kind)
      } catch {
        // What was accepted once is kept as it is.
        if context.isLenient { continue }
        throw context.error(
          "\(words(typed)) is never \(written(operand)); \(error.message)",
          at: operand.range.lowerBound)
      }
    }
  }

  /// Reads those quoted texts that are values of the kind of what they stand beside.
  func readTexts(ifPossible operands: [Operand]) {
    let types = operands.map(\.type)
    let isRead: (PropertyKind) -> Bool = { $0.isForm || $0.choices != nil }
    if let kind = types.lazy.compactMap(\.textKind).first
      ?? types.lazy.compactMap(\.kind).first(where: isRead)
    {
      for operand in operands {
        guard let text = text(of: operand), let value = try? kind.readingText(text) else {
          continue
        }
        note(value, in: operand, kind)
      }
      return
    }
    guard let family = types.lazy.compactMap(\.family).first(where: \.isDate) else {
      guard types.contains(where: \.isUTC) else { return }
      // Without a zone a quoted moment is the user's, and what `strftime` writes is of UTC.
      for operand in operands where text(of: operand) != nil {
        guard let moment = context.moment(at: operand.range.lowerBound) else { continue }
        note(moment, in: operand, .dateTime)
      }
      return
    }
    let kind = family == .date ? PropertyKind.date : .dateTime
    for operand in operands {
      guard let text = text(of: operand) else { continue }
      let moment = family == .dateTime ? context.moment(at: operand.range.lowerBound) : nil
      guard let value = moment ?? kind.converted(.text(text)) else { continue }
      note(value, in: operand, kind)
    }
  }

  /// Notes that a quoted text is a value of a kind.
  func note(_ value: Value, in operand: Operand, _ kind: PropertyKind) {
    context.noteMoment(value, at: operand.range.lowerBound)
    operand.node?.reading = stored(value, kind)
    operand.node?.type = InferredType(kind)
  }

  private func stored(_ value: Value, _ kind: PropertyKind) -> SQLValue {
    context.schema.stored(value, of: Property("", kind))
  }

  /// Reads a quoted text as what it is compared with.
  private func read(
    _ text: String, _ operand: Operand, beside left: Operand, _ isOrder: Bool
  ) throws(ExpressionError) {
    guard let kind = left.type.kind, let family = left.type.family else { return }
    let place = operand.range.lowerBound
    // Those are read by the kind itself, which says what is wrong.
    if left.type.textKind != nil { return }
    let subject = words(left)
    switch family {
    case .text:
      guard let names = kind.choices, !names.contains(where: { $0.hasSameScalars(as: text) })
      else { return }
      throw context.error(
        "\(subject) is never \(written(operand)); expected \(kind.expectation)", at: place,
        candidates: names)
    // The text of a whole list.
    case .list where text.hasPrefix("[") && text.hasSuffix("]"): return
    case .date, .dateTime:
      let moment = family == .dateTime ? context.moment(at: place) : nil
      let value =
        moment ?? kind.converted(.text(text))
        ?? (isOrder ? PropertyKind.date.converted(.text(text)) : nil)
      guard let value else {
        let word = text.asciiLowercased
        let hint = ["today", "now"].contains(word) ? word : nil
        throw context.error(
          "\(subject) is \(family.words), and \(written(operand)) is not; expected "
            + kind.expectation, at: place, hint: hint)
      }
      operand.node?.reading = stored(value, kind)
      context.noteMoment(value, at: place)
    case .number, .boolean, .time, .duration, .month, .record, .list:
      throw context.error(
        "\(self.subject(left)) cannot be compared with a text", at: place,
        hint: family == .list ? itemHint(operand, left) : hint(text, beside: family))
    }
  }

  private func hint(_ text: String, beside family: KindFamily) -> String? {
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
    let hasKey = context.schema.type(named: name)?.properties.contains(where: \.isKey) ?? false
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
    for right: Operand, _ other: KindFamily, beside left: Operand, _ family: KindFamily
  ) -> String? {
    let written = right.range.count == 1 ? self.written(right) : nil
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
      if let day = yearOfDay(left) { return "year(\(day))" }
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

  /// What `strftime("%Y", …)` takes the year of, as it is written; nil for another operand.
  private func yearOfDay(_ operand: Operand) -> String? {
    guard case .call(let call)? = operand.node?.form, call.function?.name == "strftime",
      call.arguments.count == 2, text(of: Operand(call.arguments[0])) == "%Y"
    else { return nil }
    let day = Operand(call.arguments[1])
    return isNamed(day) ? words(day) : nil
  }

  // MARK: Operands

  /// The quoted text that an operand is; nil if it is none, or has been read as another kind.
  func text(of operand: Operand) -> String? {
    guard case .text(let text)? = operand.node?.form else { return nil }
    return text
  }

  /// The first token of an operand, as a message names it.
  func written(_ operand: Operand) -> String { context.tokens[operand.range.lowerBound].words }

  /// Whether an operand is a number as it is written.
  func isNumeral(_ operand: Operand) -> Bool {
    switch operand.node?.form {
    case .number: return true
    case .signed("-", let value):
      if case .number = value.form { return true }
      return false
    default: return false
    }
  }

  /// The operand and what it is, as a message begins.
  private func subject(_ operand: Operand) -> String {
    let (written, kind) = (words(operand), operand.type.words)
    return written == kind || operand.type.isConstantWord || isNumeral(operand)
      ? written : "\(written) is \(kind) and"
  }

  /// Whether an operand is a name or a path, by which a message can call it.
  func isNamed(_ operand: Operand) -> Bool {
    let part = context.tokens[operand.range]
    return part.count <= 9
      && part.enumerated().allSatisfy { place, token in
        place.isMultiple(of: 2) ? token.name != nil : token == .symbol(".")
      }
  }

  /// The operand as a message names it: a name or a path as it is written, else by its kind.
  func words(_ operand: Operand) -> String {
    let part = context.tokens[operand.range]
    if operand.type.isConstantWord, let name = part.first?.name { return name }
    if isNamed(operand) { return part.map { $0.name?.asName ?? "." }.joined() }
    if isNumeral(operand), case .number(let text)? = part.last { return text }
    return operand.type.words
  }

  /// Refuses to make a text of what is only a number to SQLite.
  func checkIsShown(_ operand: Operand) {
    guard !context.isLenient, case .record(let name) = operand.type.family else { return }
    let key = context.schema.type(named: name)?.properties.first(where: \.isKey)?.name
    context.problems.add(
      context.error(
        "\(words(operand)) is \(operand.type.words), not a text", at: operand.range.lowerBound,
        hint: key.map { "\(words(operand)).\($0.asName) is its key" }))
  }
}

extension KindInference.Operand {
  /// The operand with the kind that its text has been read as.
  static func retyped(_ operand: Self) -> Self { operand.node.map(Self.init) ?? operand }
}

extension PropertyKind {
  /// Whether the values are texts of a form.
  fileprivate var isForm: Bool { storage == .text && self != .text && choices == nil }

  /// The value that a text means, with seconds also where properties of the kind have none.
  func readingText(_ text: String) throws(Violation) -> Value {
    if case .time = self { return try PropertyKind.time(hasSeconds: true).reading(.text(text)) }
    if storage == .seconds {
      return try PropertyKind.duration(hasSeconds: true).reading(.text(text))
    }
    return try reading(.text(text))
  }
}

extension [String] {
  /// The words with commas and a last "or".
  package var list: String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}
