import Validation
import Values

extension German {
  /// Uses only the code.
  static func words(_ violation: Violation) -> String {
    words(violation.code, violation.property ?? "ein Text")
  }

  private static func words(_ code: Violation.Code, _ name: String) -> String {
    switch code {
    case .stated(let words): words
    case .noProperty(let property, let owner):
      "\(owner ?? "hier") kennt keine Eigenschaft „\(property)“"
    case .required(let names): "gebraucht: \(names.joined(separator: ", "))"
    case .taken(let literal, let holder): "\(name) \(literal) hat schon \(holder)"
    case .noNil: "\(name) braucht einen Wert"
    case .misfit(let literal, let why): "\(name) kann nicht \(literal) sein; \(words(why, name))"
    case .notOfType(let value): "\(name) kann nicht \(value?.literal ?? "leer") sein"
    case .computed(let expression): "\(name) wird als (\(expression)) berechnet"
    case .calculated: "\(name) wird berechnet"
    case .inverse(let type, let property): "\(name) folgt aus \(property) von \(type)"
    case .owned(let type): "\(name) ist eine Liste von \(type)"
    case .noItem: "\(name) hat keinen Eintrag"
    case .countOfList: "die Anzahl folgt aus der Liste"
    case .noClock: "\(name) braucht einen Wert, denn es gibt keine Uhr"
    case .rule(let rule, let text, let seen):
      "verletzt \(rule) (\(text ?? "")): "
        + seen.map { "\($0.property) ist \($0.value?.literal ?? "leer")" }.joined(separator: ", ")
    case .nullCharacter, .nullInChoice: "U+0000 steht in keinem Text"
    case .length(let length, let count): "\(name) hat \(count) Zeichen statt \(length)"
    case .pattern(let pattern, let value): "\(value.literal) passt nicht zu \(pattern.source)"
    case .range(let range, let value):
      "\(name) muss zwischen \(range.lowerBound?.literal ?? "…") und "
        + "\(range.upperBound?.literal ?? "…") liegen, nicht \(value.literal)"
    case .integerDigits(let limit, let value):
      "\(value) hat mehr als \(limit) Stellen vor dem Komma"
    case .fractionDigits(let limit, let value):
      "\(value) hat mehr als \(limit) Stellen nach dem Komma"
    case .expected(let kind): "erwartet: \(kind.name)"
    case .wholeNumberTooLarge: "erwartet: eine ganze Zahl von 64 Bit"
    case .inexactDouble: "erwartet: eine Zahl, die ein Double genau hat"
    case .timeWithSeconds: "erwartet: eine Zeit ohne Sekunden"
    case .durationWithSeconds: "erwartet: eine Dauer ohne Sekunden"
    case .durationTooLong(let hours): "\(hours) Stunden sind zu viele"
    case .noSuchPart(let part, let number): "\(number) gibt es nicht als \(part.rawValue)"
    case .noSuchDay(let year, let month, let day): "den \(day).\(month).\(year) gibt es nicht"
    case .noZone: "die Zeitzone fehlt"
    case .zoneTooFar: "die Zeitzone ist einen Tag oder mehr von UTC entfernt"
    case .yearTooFar: "die Jahre gehen von 0001 bis 9999"
    case .fractionOfSecond: "eine Sekunde hat 1 bis 3 Stellen nach dem Komma"
    case .form(let form, let mistake):
      "erwartet: \(form)" + (mistake == nil ? "; es fehlt noch etwas" : "")
    case .noHexadecimalDigit(let digits, let character):
      "erwartet: \(digits) Hexadezimalziffern; „\(character)“ ist keine"
    case .hexadecimalDigits(let digits, let count):
      "erwartet: \(digits) Hexadezimalziffern, nicht \(count)"
    case .phoneLength(let lengths, let count):
      "erwartet: \(lengths.lowerBound) bis \(lengths.upperBound) Ziffern, nicht \(count)"
    case .localPartTooLong(let limit): "mehr als \(limit) Zeichen vor dem @"
    case .addressTooLong(let limit): "mehr als \(limit) Zeichen"
    case .noAccountCountry: "eine IBAN beginnt mit ihrem Land"
    case .noSuchAccountCountry(let country): "keine IBAN beginnt mit \(country)"
    case .accountCharacter(_, let country, let character):
      "„\(character)“ passt nicht in eine IBAN aus \(country)"
    case .accountLength(let length, let country, let count):
      "eine IBAN aus \(country) hat \(length) Zeichen, nicht \(count)"
    case .accountCheckDigits: "die Prüfziffern der IBAN stimmen nicht"
    case .cardCharacters: "erwartet: Ziffern und was sie trennt"
    case .cardLength(let lengths, let front, let count):
      "erwartet: \(lengths.lowerBound) bis \(lengths.upperBound) Ziffern"
        + (front.map { " nach \($0)" } ?? "") + ", nicht \(count)"
    case .cardCheckDigit: "die Prüfziffer der Karte stimmt nicht"
    case .noChoices: "eine Auswahl braucht Namen"
    case .emptyChoice: "ein Name einer Auswahl ist leer"
    case .equalChoices(let name): "\(name) steht zweimal in der Auswahl"
    case .hexadecimalWidth(let digits):
      "1 bis \(digits.upperBound) Hexadezimalziffern sind möglich"
    case .callingCode: "das ist keine Landesvorwahl"
    case .nestedList: "eine Liste kann keine Listen haben"
    case .maskEndsInBackslash: "nach dem letzten Schrägstrich der Maske fehlt ein Zeichen"
    case .maskWithoutPlaces: "die Maske hat keinen freien Platz"
    case .maskTooLong(let limit): "die Maske hat mehr als \(limit) Zeichen"
    }
  }

  /// Uses only the data.
  static func words(_ expectation: FieldExpectation) -> String {
    switch expectation {
    case .number(let minimum, let maximum, let isWhole, let digits, let decimals, let unit):
      [
        isWhole ? "eine ganze Zahl" : "eine Zahl", minimum.map { "ab \($0)" },
        maximum.map { "bis \($0)" },
        minimum == nil && maximum == nil ? digits.map { "\($0) Stellen vor dem Komma" } : nil,
        decimals.map { "bis zu \($0.upperBound) danach" }, unit.map { "in \($0)" },
      ].compactMap(\.self).joined(separator: ", ")
    case .characters(let fewest, let most):
      "\(fewest) bis \(most.map(String.init) ?? "beliebig viele") Zeichen"
    case .digits(let counts): "\(counts.lowerBound) bis \(counts.upperBound) Ziffern"
    case .hexadecimalDigits(let counts):
      "\(counts.lowerBound) bis \(counts.upperBound) Hexadezimalziffern"
    case .mask(let mask): mask
    case .pattern(let pattern): "Text nach dem Muster \(pattern)"
    case .moment(let form, let minimum, let maximum):
      form.map { token in
        switch token {
        case .part(let part): letters[part] ?? "?"
        case .separator(let text): text
        }
      }.joined() + (minimum.map { ", ab \($0)" } ?? "") + (maximum.map { ", bis \($0)" } ?? "")
    case .instant: "JJJJ-MM-TT hh:mm:ss UTC"
    case .duration(let hasSeconds): hasSeconds ? "Stunden:Minuten:Sekunden" : "Stunden:Minuten"
    case .email: "Name@Domain"
    case .webAddress: "https://…"
    case .account: "Land, Prüfziffern und Konto"
    case .phone(let country):
      "+ und 7 bis 15 Ziffern" + (country.map { ", oder 0 statt \($0)" } ?? "")
    case .truth: "wahr oder falsch"
    case .choice(let names): "eines von: \(names.joined(separator: ", "))"
    case .kind(let definition): definition
    }
  }

  private static let letters: [Reason.Part: String] = [
    .year: "JJJJ", .month: "MM", .day: "TT", .hour: "hh", .minute: "mm", .second: "ss",
  ]
}
