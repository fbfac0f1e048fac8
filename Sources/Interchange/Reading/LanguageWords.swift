/// Words of a language that represent values in files: months, yes and no. English words are always
/// included.
package struct LanguageWords: Sendable {
  /// The numbers of months by their names in lower case, without a final point.
  package let months: [String: Int]
  /// In lower case.
  package let truths: [String: Bool]

  /// - Parameter language: An ISO 639 code, such as `de`; only English if it is unknown.
  package init(language: String) {
    var months: [String: Int] = [:]
    for line in MonthNameTable.languages.description.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0] == language || parts[0] == "en" else { continue }
      for (place, names) in parts[1].split(separator: ";").enumerated() {
        for name in names.split(separator: ",")
        where parts[0] == language || months["\(name)"] == nil {
          months[String(name)] = place + 1
        }
      }
    }
    self.months = months
    var truths: [String: Bool] = [:]
    for (code, yes, no) in Self.answers where code == "en" || code == language {
      for word in yes.split(separator: " ") { truths[String(word)] = true }
      for word in no.split(separator: " ") { truths[String(word)] = false }
    }
    self.truths = truths
  }

  /// Yes, no and the truth values of spreadsheets, by language.
  private static let answers: [(code: String, yes: String, no: String)] = [
    ("en", "true t yes y 1 on", "false f no n 0 off"),
    ("cs", "ano a pravda", "ne n nepravda"),
    ("da", "ja j sand", "nej n falsk"),
    ("de", "ja j wahr", "nein n falsch"),
    ("el", "ναι αληθησ αληθής", "όχι οχι ψευδησ ψευδής"),
    ("es", "sí si s verdadero", "no n falso"),
    ("et", "jah j tõene", "ei e väär"),
    ("fi", "kyllä k tosi", "ei e epätosi"),
    ("fr", "oui o vrai", "non n faux"),
    ("hr", "da d istina", "ne n laž"),
    ("hu", "igen i igaz", "nem n hamis"),
    ("it", "sì si s vero", "no n falso"),
    ("lt", "taip t teisinga", "ne n klaidinga"),
    ("lv", "jā j patiess", "nē n aplams"),
    ("nb", "ja j sann", "nei n usann"),
    ("nl", "ja j waar", "nee n onwaar"),
    ("pl", "tak t prawda", "nie n fałsz"),
    ("pt", "sim s verdadeiro", "não nao n falso"),
    ("ro", "da d adevărat", "nu n fals"),
    ("ru", "да д истина", "нет н ложь"),
    ("sk", "áno a pravda", "nie n nepravda"),
    ("sl", "da d", "ne n"),
    ("sv", "ja j sant", "nej n falskt"),
    ("tr", "evet e doğru", "hayır h yanlış"),
    ("uk", "так т істина", "ні н хибність"),
  ]
}
