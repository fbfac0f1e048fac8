extension Violation {
  /// Returns the message in the language of a table; in English if the table has no sentence for it.
  ///
  /// The caller's own message, see ``init(kind:message:of:candidates:cause:)``, stays unchanged.
  public func localized(in table: StringTable) -> String {
    let name = name ?? table.word("violation.unnamed", else: "a text")
    return table.sentence(for: code, of: name) ?? message
  }
}

extension StringTable {
  fileprivate func sentence(for code: Violation.Code, of name: String) -> String? {
    var arguments: [String: String?]
    let key: String
    switch code {
    case .stated(let words): return words
    case .noSuchPart, .noSuchDay, .durationTooLong, .timeWithSeconds, .durationWithSeconds,
      .noZone, .zoneTooFar, .yearTooFar, .fractionOfSecond:
      (key, arguments) = time(code)
    case .form, .noHexadecimalDigit, .hexadecimalDigits, .phoneLength, .localPartTooLong,
      .addressTooLong, .noAccountCountry, .noSuchAccountCountry, .accountCharacter, .accountLength,
      .accountCheckDigits, .cardCharacters, .cardLength, .cardCheckDigit:
      (key, arguments) = text(code)
    case .noChoices: (key, arguments) = ("noChoices", [:])
    case .emptyChoice: (key, arguments) = ("emptyChoice", [:])
    case .nullInChoice: (key, arguments) = ("nullInChoice", [:])
    case .equalChoices(let name): (key, arguments) = ("equalChoices", ["name": name.asChoice])
    case .hexadecimalWidth(let digits):
      (key, arguments) = ("hexadecimalWidth", ["maximum": "\(digits.upperBound)"])
    case .callingCode: (key, arguments) = ("callingCode", [:])
    case .nestedList: (key, arguments) = ("nestedList", [:])
    case .maskEndsInBackslash: (key, arguments) = ("maskEndsInBackslash", [:])
    case .maskWithoutPlaces: (key, arguments) = ("maskWithoutPlaces", [:])
    case .maskTooLong(let limit): (key, arguments) = ("maskTooLong", ["limit": "\(limit)"])
    case .noProperty, .required, .noNil, .misfit, .notOfType, .computed, .calculated, .inverse,
      .owned, .noItem, .countOfList, .noClock, .rule, .taken, .nullCharacter, .length, .pattern,
      .range, .integerDigits, .fractionDigits, .expected, .wholeNumberTooLarge, .inexactDouble:
      (key, arguments) = ofProperty(code, name)
    }
    arguments["property"] = arguments["property"] ?? name
    return sentence("violation.\(key)", arguments)
  }

  private func ofProperty(
    _ code: Violation.Code, _ name: String
  ) -> (String, [String: String?]) {
    switch code {
    case .noProperty(let property, let owner):
      ("noProperty", ["property": "\"\(property)\"", "owner": owner])
    case .required(let names): ("required", ["property": list(names, with: "and")])
    case .noNil(let kind): ("noNil", ["expected": words(of: kind)])
    case .misfit(let literal, let why):
      ("misfit", ["value": literal, "why": sentence(for: why, of: name)])
    case .notOfType(let value): ("notOfType", ["value": value?.literal ?? "nil"])
    case .computed(let expression): ("computed", ["expression": expression])
    case .calculated: ("calculated", [:])
    case .inverse(let type, let property):
      ("inverse", ["type": type.asName, "inverse": property.asName])
    case .owned(let type): ("owned", ["type": type.asName])
    case .noItem: ("noItem", [:])
    case .countOfList: ("countOfList", [:])
    case .noClock: ("noClock", [:])
    case .rule(let rule, let text, let seen):
      (
        "rule",
        [
          "rule": rule.asName, "text": text,
          "values": seen.isEmpty
            ? nil
            : list(
              seen.map { "\($0.property.asName) = \($0.value?.literal ?? "nil")" }, with: nil),
        ]
      )
    case .taken(let literal, let holder):
      ("taken", ["property": name.asName, "value": literal, "holder": holder])
    case .nullCharacter: ("nullCharacter", [:])
    case .length(let length, let count):
      (
        "length",
        [
          "range": range(
            length.minimum == 0 && length.maximum != nil ? nil : "\(length.minimum)",
            length.maximum.map(String.init)), "count": "\(count)",
        ]
      )
    case .pattern(let pattern, let value):
      ("pattern", ["pattern": "\(pattern)", "value": value.literal])
    case .range(let range, let value):
      (
        "range",
        [
          "range": self.range(range.lowerBound?.literal, range.upperBound?.literal),
          "value": value.literal,
        ]
      )
    case .integerDigits(let limit, let value):
      ("integerDigits", ["limit": "\(limit)", "value": value.literal])
    case .fractionDigits(let limit, let value):
      ("fractionDigits", ["limit": "\(limit)", "value": value.literal])
    case .expected(let kind): ("expected", ["expected": words(of: kind)])
    case .wholeNumberTooLarge:
      ("wholeNumberTooLarge", ["minimum": "\(Int.min)", "maximum": "\(Int.max)"])
    default: ("inexactDouble", [:])
    }
  }

  private func time(_ code: Violation.Code) -> (String, [String: String?]) {
    switch code {
    case .timeWithSeconds: ("timeWithSeconds", [:])
    case .durationWithSeconds: ("durationWithSeconds", [:])
    case .durationTooLong(let hours):
      ("durationTooLong", ["limit": "\(Int.max / 3600)", "hours": hours])
    case .noSuchPart(let part, let number):
      ("noSuchPart", ["part": self.part("\(part)"), "number": "\(number)"])
    case .noSuchDay(let year, let month, let day):
      ("noSuchDay", ["year": "\(year)", "month": "\(month)", "day": "\(day)"])
    case .noZone: ("noZone", [:])
    case .zoneTooFar: ("zoneTooFar", [:])
    case .yearTooFar: ("yearTooFar", [:])
    default: ("fractionOfSecond", [:])
    }
  }

  private func text(_ code: Violation.Code) -> (String, [String: String?]) {
    switch code {
    case .form(let form, let mistake): ("form", ["form": form, "why": words(of: mistake)])
    case .noHexadecimalDigit(let count, let character):
      (
        "noHexadecimalDigit",
        ["limit": "\(count)", "character": Value.text(character).literal]
      )
    case .hexadecimalDigits(let limit, let count):
      ("hexadecimalDigits", ["limit": "\(limit)", "count": "\(count)"])
    case .phoneLength(let lengths, let count):
      ("phoneLength", ["range": range(lengths), "count": "\(count)"])
    case .localPartTooLong(let limit): ("localPartTooLong", ["limit": "\(limit)"])
    case .addressTooLong(let limit): ("addressTooLong", ["limit": "\(limit)"])
    case .noAccountCountry: ("noAccountCountry", [:])
    case .noSuchAccountCountry(let country): ("noSuchAccountCountry", ["country": country])
    case .accountCharacter(let place, let country, let character):
      (
        "accountCharacter",
        [
          "expected": place == .letter
            ? place.words : word("account.\(place)", else: place.words),
          "country": country, "character": Value.text(character).literal,
        ]
      )
    case .accountLength(let limit, let country, let count):
      ("accountLength", ["limit": "\(limit)", "country": country, "count": "\(count)"])
    case .accountCheckDigits: ("accountCheckDigits", [:])
    case .cardCharacters: ("cardCharacters", [:])
    case .cardLength(let lengths, let front, let count):
      ("cardLength", ["range": range(lengths), "front": front, "count": "\(count)"])
    default: ("cardCheckDigit", [:])
    }
  }

  private func words(of mistake: FixedMistake?) -> String {
    func quoted(_ scalar: Unicode.Scalar) -> String { Value.text(String(scalar)).literal }
    let words: String? =
      switch mistake {
      case nil: sentence("reason.unfinished")
      case .nothingFollows(let scalar): sentence("reason.noPlace", ["subject": quoted(scalar)])
      case .wrongClass(let scalar, let slot):
        sentence(
          "reason.wrongClass",
          ["subject": quoted(scalar), "character": sentence("class.\(slot.className)")])
      case .early(let scalar): sentence("reason.early", ["subject": quoted(scalar)])
      case .outOfPart(let scalar): sentence("reason.outOfPart", ["subject": quoted(scalar)])
      case .nothing: sentence("reason.nothingToInsert")
      }
    return words ?? mistake?.message ?? "the text is incomplete"
  }

  private func words(of kind: PropertyKind) -> String {
    let argument: String? =
      switch kind {
      case .time(let hasSeconds): hasSeconds ? "08:30:00" : "08:30"
      case .duration(let hasSeconds): hasSeconds ? "37:15:00" : "37:15"
      case .choice(let names): list(names.map(\.asChoice), with: "or")
      case .hex(let digits): "\(digits)"
      case .phone(let country): "\(country ?? "+49") 30 1234567"
      case .reference(let type), .records(let type): type.asName
      case .list(let item): words(of: item)
      default: nil
      }
    let key = "\(kind)".prefix(while: \.isLetter)
    return sentence("kind.\(key)", ["argument": argument]) ?? kind.expectation
  }
}

extension Slot {
  fileprivate var className: String {
    switch self {
    case .literal: "literal"
    case .digit: "digit"
    case .hexadecimal: "hexadecimalDigit"
    case .capital, .letter: "letter"
    case .alphanumeric: "letterOrDigit"
    }
  }
}
