internal import Records

extension KindInference {
  func text(of operand: Operand) -> String? {
    guard case .text(let text)? = operand.node?.form else { return nil }
    return text
  }

  func written(_ operand: Operand) -> String { context.tokens[operand.range.lowerBound].words }

  func isNumeral(_ operand: Operand) -> Bool {
    switch operand.node?.form {
    case .number: return true
    case .signed("-", let value):
      if case .number = value.form { return true }
      return false
    default: return false
    }
  }

  func subject(_ operand: Operand) -> String {
    let (written, kind) = (words(operand), operand.type.words)
    return written == kind || operand.type.isConstantWord || isNumeral(operand)
      ? written : "\(written) is \(kind) and"
  }

  /// Whether the operand is a name or a path that a message can quote.
  func isNamed(_ operand: Operand) -> Bool {
    let part = context.tokens[operand.range]
    return part.count <= 9
      && part.enumerated().allSatisfy { place, token in
        place.isMultiple(of: 2) ? token.name != nil : token == .symbol(".")
      }
  }

  /// The operand as written if it is a constant, a number, a name or a path; otherwise its kind.
  func words(_ operand: Operand) -> String {
    let part = context.tokens[operand.range]
    if operand.type.isConstantWord, let name = part.first?.name { return name }
    if isNamed(operand) { return part.map { $0.name?.asName ?? "." }.joined() }
    if isNumeral(operand), case .number(let text)? = part.last {
      return part.first == .symbol("-") ? "-" + text : text
    }
    return operand.type.words
  }

  /// Reports a reference used as a text, because SQLite would show its number.
  func checkIsShown(_ operand: Operand) {
    guard !context.isLenient, case .record(let name) = operand.type.family else { return }
    let key = context.schema.type(named: name)?.properties.first(where: \.isKey)?.name
    context.report(
      "\(words(operand)) is \(operand.type.words), not a text", at: operand.range.lowerBound,
      hint: key.map { "\(words(operand)).\($0.asName) is its key" })
  }

  func hint(_ text: String, beside family: KindFamily) -> String? {
    switch family {
    case .number: ExactDecimal(text).map { "write numbers without quotation marks: \($0)" }
    case .boolean: ["true", "false"].contains(text) ? "write \(text) without quotation marks" : nil
    case .record(let type): keyHint(type, Value.text(text).literal)
    case .text, .date, .dateTime, .time, .duration, .month, .list: nil
    }
  }

  private func keyHint(_ name: String, _ key: String) -> String {
    let hasKey = context.schema.type(named: name)?.properties.contains(where: \.isKey) ?? false
    return hasKey
      ? "write records as \(name.asName)[\(key)]" : "write records as \(name.asName)/1"
  }

  /// A number beside a record is usually its key, which is not the record number.
  private func numberHint(_ name: String, _ number: String) -> String {
    switch context.schema.type(named: name)?.properties.first(where: \.isKey)?.kind {
    case nil: "write \(name.asName)/\(number)"
    case .text?: "write \(name.asName)[\(Value.text(number).literal)]"
    default: "write \(name.asName)[\(number)]"
    }
  }

  func itemHint(_ item: Operand, _ list: Operand) -> String {
    let written = text(of: item).map { Value.text($0).literal } ?? words(item)
    return "write \(written) in \(words(list))"
  }

  func hint(
    for right: Operand, _ other: KindFamily, beside left: Operand, _ family: KindFamily
  ) -> String? {
    let written = right.range.count == 1 ? self.written(right) : nil
    switch (family, other) {
    case (.list, _): return itemHint(right, left)
    case (_, .list): return itemHint(left, right)
    case (.date, .dateTime): return "date(\(words(right))) is the day without the time"
    case (.dateTime, .date): return "date(\(words(left))) is the day without the time"
    case (.boolean, .number):
      guard let written else { return nil }
      return written == "0" ? "write false" : written == "1" ? "write true" : nil
    case (.text, .number):
      guard let written, isNumeral(right) else { return nil }
      if let day = yearOfDay(left) { return "year(\(day))" }
      return "write texts in quotation marks: \"\(written)\""
    case (.record(let type), .number):
      if let written, isNumeral(right) { return numberHint(type, written) }
      let hint = keyHint(type, "\"…\"")
      return right.type.idType.map {
        "\(words(right)) is the number of a record of \($0); \(hint)"
      } ?? hint
    case (.date, .number): return dateHint(right)
    case (.number, .date): return dateHint(left)
    case (.duration, .number): return isNumeral(right) ? "write durations as \"37:15\"" : nil
    case (.time, .number): return isNumeral(right) ? "write times as \"08:30\"" : nil
    case (.month, .number):
      return partHint(right, of: left) ?? "write months as \"2026-11\""
    case (.number, .month): return partHint(left, of: right)
    case (.text, .month): return monthHint(left, right)
    case (.month, .text): return monthHint(right, left)
    case (.date, .text): return "date(\(words(right))) converts a text to a date"
    case (.dateTime, .text): return "write dates and times as 2026-11-21T10:00:00Z"
    default: return nil
    }
  }

  private func dateHint(_ number: Operand) -> String? {
    let text = context.tokens[number.range].map(\.unquotedWords).joined()
    return CalendarDate.hint(for: text) ?? (isNumeral(number) ? "write dates as 2025-12-31" : nil)
  }

  /// The operand as written if it is a name, a path or a session name; otherwise nil.
  private func source(of operand: Operand) -> String? {
    if isNamed(operand) { return words(operand) }
    if operand.range.count == 1, case .sessionName = context.tokens[operand.range.lowerBound] {
      return written(operand)
    }
    return nil
  }

  /// Suggests `year(m)` for a month `m` beside a call such as `year(d)`.
  private func partHint(_ operand: Operand, of month: Operand) -> String? {
    guard case .call(let call)? = operand.node?.form, let function = call.function,
      case .part = function.result, let month = source(of: month)
    else { return nil }
    return "\(function.name)(\(month))"
  }

  private func monthHint(_ text: Operand, _ month: Operand) -> String? {
    guard let day = formattedDay(text, "%Y-%m"), let month = source(of: month) else { return nil }
    return "year(\(day)) = year(\(month)) and month(\(day)) = month(\(month))"
  }

  private func yearOfDay(_ operand: Operand) -> String? { formattedDay(operand, "%Y") }

  /// The date argument of a `strftime` call with the given format, if it is a name or path; nil for
  /// another operand.
  private func formattedDay(_ operand: Operand, _ format: String) -> String? {
    guard case .call(let call)? = operand.node?.form, call.function?.name == "strftime",
      call.arguments.count == 2, self.text(of: Operand(call.arguments[0])) == format
    else { return nil }
    let day = Operand(call.arguments[1])
    return isNamed(day) ? words(day) : nil
  }
}
