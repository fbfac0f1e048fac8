internal import Records

extension KindInference {
  /// Converts quoted texts to the kind of the other operand, as in `opens < "09:00"`.
  ///
  /// - Parameters:
  ///   - readsForms: Whether a text is also converted to a kind with several notations.
  ///   - isOrder: Whether the operands are compared by order, not for equality.
  func readTexts(_ operands: [Operand], readsForms: Bool, isOrder: Bool) throws(ExpressionError) {
    guard let kind = operands.lazy.compactMap(\.type.textKind).first else {
      if readsForms { try readForms(operands, isOrder: isOrder) }
      return
    }
    for operand in operands {
      guard let text = text(of: operand) else { continue }
      do throws(Violation) {
        note(try kind.readingText(text), in: operand, kind)
      } catch {
        throw context.error(
          "\(written(operand)) does not fit the kind \(kind.name): \(error.message)",
          at: operand.range.lowerBound)
      }
    }
  }

  /// Converts quoted texts to a kind with several notations, for example an IBAN with spaces.
  private func readForms(_ operands: [Operand], isOrder: Bool) throws(ExpressionError) {
    guard let typed = operands.first(where: { $0.type.kind?.isForm ?? false }),
      let kind = typed.type.kind
    else { return }
    for operand in operands {
      guard let text = text(of: operand) else { continue }
      do throws(Violation) {
        operand.node?.reading = stored(try kind.readingText(text), kind)
      } catch {
        // Stored expressions must remain valid.
        if context.isLenient { continue }
        // An invalid text can be compared by order, as in `iban < "M"`, except with a hexadecimal
        // value.
        if isOrder {
          guard case .hex = kind else { continue }
        }
        throw context.error(
          "\(words(typed)) cannot be \(written(operand)); \(error.message)",
          at: operand.range.lowerBound)
      }
    }
  }

  /// Unlike `readTexts(_:readsForms:isOrder:)`, leaves invalid texts unchanged.
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
      // A quoted time without a zone is in the user's zone, but results of `strftime` are in UTC.
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

  func note(_ value: Value, in operand: Operand, _ kind: PropertyKind) {
    context.noteMoment(value, at: operand.range.lowerBound)
    operand.node?.reading = stored(value, kind)
    operand.node?.type = InferredType(kind)
  }

  private func stored(_ value: Value, _ kind: PropertyKind) -> SQLValue {
    context.schema.stored(value, of: Property("", kind))
  }

  func read(
    _ text: String, _ operand: Operand, beside left: Operand, _ isOrder: Bool
  ) throws(ExpressionError) {
    guard let kind = left.type.kind, let family = left.type.family else { return }
    let place = operand.range.lowerBound
    // `readTexts` has reported invalid texts.
    if left.type.textKind != nil { return }
    let subject = words(left)
    switch family {
    case .text:
      guard let names = kind.choices else { return }
      if let name = names.first(where: { $0 == text }) {
        // The table of an older version can spell the name in another Unicode normal form.
        if !name.hasSameScalars(as: text) { operand.node?.reading = .text(name) }
        return
      }
      throw context.error(
        "\(subject) cannot be \(written(operand)); expected \(kind.expectation)", at: place,
        candidates: names)
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
          "\(subject) is \(family.words), but \(written(operand)) is not; expected "
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
}

extension PropertyKind {
  /// Whether values are texts with several notations, such as an IBAN.
  var isForm: Bool { storage == .text && self != .text && choices == nil }

  /// Accepts seconds even if the kind has none.
  func readingText(_ text: String) throws(Violation) -> Value {
    if case .time = self { return try PropertyKind.time(hasSeconds: true).reading(.text(text)) }
    if storage == .seconds {
      return try PropertyKind.duration(hasSeconds: true).reading(.text(text))
    }
    return try reading(.text(text))
  }
}
