import Validation

enum German {
  static func words(_ reason: Reason) -> String {
    let detail = reason.detail
    let expected = expectation(detail.expected)
    let words = said(detail)
    if expected.isEmpty { return words }
    return words.isEmpty ? "erwartet: \(expected)" : "\(words); erwartet: \(expected)"
  }

  private static func said(_ detail: Reason.Detail) -> String {
    let it = quoted(detail.subject)
    let (front, back) = (quoted(detail.front), quoted(detail.back))
    let limit = detail.limit ?? 0
    let count = detail.count ?? 0
    return switch detail.code {
    case .stated: detail.subject?.text ?? ""
    case .violated: detail.violation.map { words($0) } ?? "eine Regel ist verletzt"
    case .required: "\(detail.subject?.text ?? "") wird gebraucht"
    case .unanswered:
      "\(it) wurde abgelehnt; noch einmal Return lässt "
        + (detail.back == nil ? "das Feld leer" : "\(back) stehen")
    case .detached: "das Feld gehört zu keinem Objekt"
    case .noProperty: "es gibt keine Eigenschaft \(it)"
    case .itemRemoved: "der Eintrag ist nicht mehr in seiner Liste"
    case .longNumber: "\(it) hat mehr Ziffern, als ein Feld bearbeitet"
    case .editingEnded: "die Bearbeitung ist zu Ende"
    case .notOfField: "\(it) ist keine Taste für ein Feld"
    case .refusedByProgram: "diese Änderung ist hier nicht erlaubt"
    case .halfCharacter: "ein halbes Zeichen lässt sich nicht einfügen"
    case .outOfBounds: "diese Stelle gibt es im Text nicht"
    case .nothingToInsert:
      detail.subject == nil ? "es ist nichts einzufügen" : "in \(it) ist nichts einzufügen"
    case .nothingToStep: "dieser Wert hat keinen nächsten"
    case .foreign: "\(it) hat nicht die Form des Feldes"
    case .notAsWritten: "\(it) wird hier anders geschrieben"
    case .wrongClass: "\(it) ist nicht: \(name(detail.characters))"
    case .wrongClasses: "\(it) hat an einigen Stellen Zeichen der falschen Art"
    case .noCapital: "\(it) hat keinen Großbuchstaben aus einem Zeichen"
    case .cannotStart: "\(it) kann nicht am Anfang stehen\(bounds(detail))"
    case .cannotFollow: "\(it) kann nicht auf \(front) folgen\(bounds(detail))"
    case .cannotPrecede: "\(it) kann nicht vor \(back) stehen"
    case .cannotStandHere:
      "\(it) kann hier nicht stehen" + (detail.front == nil ? "" : ", in einer IBAN aus \(front)")
    case .nothingFits: "nichts passt" + between(detail)
    case .noPlace: "für \(it) ist kein Platz"
    case .early: "\(it) kommt, bevor der Teil davor voll ist"
    case .outOfPart: "\(it) passt nicht mehr in den Teil der Ziffern davor"
    case .frontOnly: "\(it) kann nur ganz vorn stehen"
    case .already: "\(it) steht schon da"
    case .restDoesNotFit: "was hinter der Schreibmarke steht, passt nicht"
    case .spaceMisplaced: "ein Leerzeichen steht nur dazwischen: \(name(detail.characters))"
    case .notTaken: "\(it) geht hier nicht"
    case .nothingMatches: "kein Text passt"
    case .nothingToChoose: "es gibt nichts zur Auswahl"
    case .notContained: "nichts enthält \(it)"
    case .contained: "\(count) passen"
    case .tooMany:
      "höchstens \(limit): \(name(detail.characters))\(part(detail))"
        + (detail.count == nil ? "" : ", und es sind \(count)")
    case .tooManyDigits: "mehr Ziffern, als eine Zahl hat"
    case .missing, .missingAlike: "es fehlen \(count): \(name(detail.characters))"
    case .tooShort: "es fehlen mindestens \(count): \(name(detail.characters))"
    case .partLength: "genau \(limit) Ziffern\(part(detail))"
    case .accountLength: "eine IBAN aus \(detail.subject?.text ?? "") hat \(limit) Zeichen"
    case .unfinished: ""
    case .unfinishedElsewhere: "hinter \(front) fehlt etwas"
    case .unfinishedCharacter: "das letzte Zeichen ist nicht fertig"
    case .partMissing: "es fehlt etwas\(part(detail))"
    case .domainMissing: "es fehlen das @ und die Domain"
    case .domainWithoutPoint: "die Domain hat noch keinen Punkt"
    case .numberMissing: "hinter \(front) fehlt eine Zahl"
    case .digitMissing: "neben \(it) fehlt eine Ziffer"
    case .noDigits: "\(it) hat keine Ziffern"
    case .notOfKind: "\(it) ist nicht: \(whole(detail.whole))"
    case .hoursFirst: "eine Dauer beginnt mit den Stunden"
    case .countryCodeFirst: "eine Nummer beginnt mit der Vorwahl des Landes"
    case .plusFirst: "eine Nummer beginnt mit + und der Vorwahl des Landes"
    case .beginsNoCountry: "kein Land mit IBAN beginnt mit \(it)"
    case .noSuchCountry: "keine IBAN beginnt mit \(it)"
    case .outOfRange: "\(it) liegt nicht im Bereich\(bounds(detail))"
    case .belowMinimum: "\(it) liegt unter \(detail.minimum ?? "")"
    case .aboveMaximum: "\(it) liegt über \(detail.maximum ?? "")"
    case .noSuchPart:
      "\(detail.part.flatMap { detail.numbers[$0] } ?? 0) gibt es nicht\(part(detail))"
    case .noSuchDay: "dieser Monat hat \(limit) Tage"
    case .skippedTime: "\(it) gibt es nicht, weil die Uhren vorgestellt werden"
    case .beforeRange: "\(it) liegt vor \(detail.minimum ?? "")"
    case .afterRange: "\(it) liegt nach \(detail.maximum ?? "")"
    case .checkDigit:
      "die Prüfziffer stimmt nicht" + (detail.count.map { ", oder es fehlen \($0) Ziffern" } ?? "")
    case .checkDigits: "die Prüfziffern stimmen nicht"
    case .separatorNotTyped: "\(it) trennt Gruppen und wird nicht getippt; das Komma ist \(back)"
    case .separatorMisplaced: "\(it) steht nur zwischen Gruppen; das Komma ist \(back)"
    case .separatorAmbiguous: "\(it) vor drei Ziffern kann beides sein; das Komma ist \(back)"
    }
  }

  // A program renders the rules of its own properties.
  private static func quoted(_ quote: Reason.Quote?) -> String {
    quote.map { "„\($0.text)“" } ?? "„“"
  }

  private static func between(_ detail: Reason.Detail) -> String {
    switch (detail.front, detail.back) {
    case (nil, nil): " hier"
    case (let front?, nil): " hinter \(quoted(front))"
    case (nil, let back?): " vor \(quoted(back))"
    case (let front?, let back?): " zwischen \(quoted(front)) und \(quoted(back))"
    }
  }

  private static func bounds(_ detail: Reason.Detail) -> String {
    switch (detail.minimum, detail.maximum) {
    case (nil, nil): ""
    case (let minimum?, nil): ", ab \(minimum)"
    case (nil, let maximum?): ", bis \(maximum)"
    case (let minimum?, let maximum?): ", \(minimum) bis \(maximum)"
    }
  }

  private static func part(_ detail: Reason.Detail) -> String {
    switch detail.part {
    case nil: ""
    case .wholePart: " vor dem Komma"
    case .fraction: " nach dem Komma"
    case .hours, .hour: " bei den Stunden"
    case .minutes, .minute: " bei den Minuten"
    case .seconds, .second: " bei den Sekunden"
    case .country: " beim Land"
    case .year: " beim Jahr"
    case .month: " beim Monat"
    case .day: " beim Tag"
    }
  }

  private static func whole(_ whole: Reason.Whole?) -> String {
    switch whole {
    case .number: "eine Zahl"
    case .duration: "eine Dauer"
    case .text, nil: "ein Text"
    }
  }

  private static func name(_ characters: Reason.CharacterClass?) -> String {
    switch characters {
    case .character, nil: "Zeichen"
    case .digit: "Ziffer"
    case .hexadecimalDigit: "sedezimale Ziffer"
    case .letter: "Buchstabe"
    case .capitalLetter: "Großbuchstabe"
    case .smallLetter: "Kleinbuchstabe"
    case .letterOrDigit: "Buchstabe oder Ziffer"
    case .whiteSpace: "Leerraum"
    case .lineBreak: "Zeilenende"
    case .literal: "festes Zeichen der Form"
    }
  }

  private static func expectation(_ expected: [Reason.Expected]) -> String {
    expected.map { expected in
      switch expected {
      case .run(let first, let last): first == last ? first : "\(first) bis \(last)"
      case .scalars(let first, let last): first == last ? "\(first)" : "\(first) bis \(last)"
      case .anyOf(let characters): name(characters)
      case .anyCharacter(let others):
        others.isEmpty ? "jedes Zeichen" : "jedes Zeichen außer \(expectation(others))"
      case .literal(let quote): quoted(quote)
      case .others: "…"
      }
    }.joined(separator: ", ")
  }
}
