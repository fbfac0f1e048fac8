extension Reason {
  /// Returns the reason in the language of a table, or in English if the table has no text for it.
  public func localized(in table: StringTable) -> String { detail.localized(in: table) }
}

extension Reason.Detail {
  /// Returns the reason in the language of a table, or in English if the table has no text for it.
  public func localized(in table: StringTable) -> String {
    switch code {
    case .stated: return subject?.text ?? ""
    case .violated: return violation?.localized(in: table) ?? ""
    default: break
    }
    guard let words = table.sentence("reason.\(code.rawValue)", arguments(in: table)) else {
      return description
    }
    if expected.isEmpty { return words }
    let next = table.list(
      expected.filter { $0 != .others }.map { $0.localized(in: table) },
      with: expected.last == .others ? nil : "or")
    let list = expected.last == .others ? table.list([next, "…"], with: nil) : next
    return code == .unfinished
      ? table.sentence("reason.expected", ["expected": list]) ?? description
      : table.sentence("reason.andExpected", ["reason": words, "expected": list]) ?? description
  }

  private func arguments(in table: StringTable) -> [String: String?] {
    let characters = characters ?? .character
    var arguments: [String: String?] = [
      "front": front?.description, "back": back?.description, "count": count.map(String.init),
      "limit": limit.map(String.init), "minimum": minimum, "maximum": maximum,
      "range": table.range(minimum, maximum), "part": part.map { table.part($0.rawValue) },
      "whole": whole.map { table.word("whole.\($0)", else: $0.rawValue) },
      "character": table.word("class.\(characters)", else: characters.rawValue),
      "characters": table.word("classes.\(characters)", else: characters.rawValue),
      "place": place(in: table),
      "year": numbers[.year].map(String.init), "month": numbers[.month].map(String.init),
      "day": numbers[.day].map(String.init),
    ]
    // Numbers, keys, names and codes are not quoted.
    switch code {
    case .required, .longNumber, .notOfField, .accountLength, .outOfRange, .belowMinimum,
      .aboveMaximum, .noSuchPart, .skippedTime, .beforeRange, .afterRange:
      arguments["subject"] = subject?.text
    case .cannotFollow, .unfinishedElsewhere, .numberMissing:
      arguments["subject"] = subject?.description
      arguments["front"] = front?.description ?? "\"\""
    default: arguments["subject"] = subject?.description
    }
    return arguments
  }

  private func place(in table: StringTable) -> String? {
    let after = front.flatMap { table.sentence("place.after", ["front": $0.description]) }
    let before = back.flatMap { table.sentence("place.before", ["back": $0.description]) }
    if code == .nothingFits {
      let places = [after, before].compactMap(\.self)
      return places.isEmpty ? nil : table.list(places, with: nil)
    }
    return switch part {
    case .wholePart: table.sentence("place.wholePart")
    case .fraction: table.sentence("place.fraction")
    case let part?: table.sentence("place.part", ["part": table.part(part.rawValue)])
    case nil: after ?? before
    }
  }
}

extension Reason.Expected {
  func localized(in table: StringTable) -> String {
    switch self {
    case .anyOf(let characters): table.word("class.\(characters)", else: description)
    case .anyCharacter([]): table.word("class.anyCharacter", else: description)
    case .anyCharacter(let others):
      table.sentence(
        "expected.anyCharacterBut",
        ["characters": table.list(others.map { $0.localized(in: table) }, with: "and")])
        ?? description
    case .run, .scalars, .literal, .others: description
    }
  }
}

extension FieldExpectation {
  /// Returns the description in the language of a table, or in English if the table has no text for
  /// it.
  public func localized(in table: StringTable) -> String {
    words(in: table) ?? description
  }

  private func words(in table: StringTable) -> String? {
    func sentence(_ key: String, _ arguments: [String: String?] = [:]) -> String? {
      table.sentence("expectation.\(key)", arguments)
    }
    switch self {
    case .number(let minimum, let maximum, let isWhole, let digits, let decimals, let unit):
      guard let plain = sentence(isWhole ? "wholeNumber" : "number") else { return nil }
      let digits = isWhole ? nil : digits.flatMap { sentence("digits", ["range": "\($0)"]) }
      let parts = [
        table.range(minimum, maximum) ?? digits ?? plain,
        decimals.flatMap { sentence("decimals", ["range": range($0, in: table)]) },
        unit.flatMap { sentence("unit", ["unit": $0]) },
      ]
      return table.list(parts.compactMap(\.self), with: nil)
    case .characters(0, nil): return sentence("text")
    case .characters(let fewest, let most):
      let minimum = fewest == 0 ? nil : "\(fewest)"
      return sentence("characters", ["range": table.range(minimum, most.map(String.init))])
    case .digits(let counts): return sentence("digits", ["range": range(counts, in: table)])
    case .hexadecimalDigits(let counts):
      return sentence("hexadecimalDigits", ["range": range(counts, in: table)])
    case .mask(let mask): return sentence("mask", ["mask": mask])
    case .pattern(let pattern): return sentence("pattern", ["pattern": pattern])
    case .moment(let form, let minimum, let maximum):
      let form = form.map { token in
        switch token {
        case .part(let part): table.part(part.rawValue)
        case .separator(let text): text
        }
      }.joined()
      return sentence("moment", ["form": form, "range": table.range(minimum, maximum)])
    case .instant: return sentence("instant")
    case .duration(let hasSeconds): return sentence(hasSeconds ? "durationWithSeconds" : "duration")
    case .email: return sentence("email")
    case .webAddress: return sentence("webAddress")
    case .account: return sentence("account")
    case .phone(let country): return sentence("phone", ["country": country])
    case .truth: return sentence("truth")
    case .choice([]): return sentence("noChoice")
    case .choice(let names) where names.count > 6:
      return sentence("choices", ["count": "\(names.count)"])
    case .choice(let names): return sentence("choice", ["names": table.list(names, with: "or")])
    case .kind(let definition): return sentence("kind", ["kind": definition])
    }
  }

  private func range(_ counts: ClosedRange<Int>, in table: StringTable) -> String? {
    counts.count == 1 ? "\(counts.lowerBound)" : table.range(counts)
  }
}
