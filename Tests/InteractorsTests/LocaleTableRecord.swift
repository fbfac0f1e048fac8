import Foundation
import Interactors
import Validation

/// The text of Sources/Interactors/Generated/LocaleTable.swift: the number and date formats of all
/// locales, from Foundation's output.
struct LocaleTableRecord {
  private var rows: [String] = []
  private var rowNumbers: [String: Int] = [:]

  /// Takes minutes, because Foundation is asked for all languages in all regions.
  static func text() -> String {
    var record = LocaleTableRecord()
    return record.text()
  }

  private func row(_ identifier: String) -> String {
    let symbols = ReadOff.symbols(of: Locale(identifier: identifier))
    return [
      hexadecimal(String(symbols.decimalSeparator)),
      hexadecimal(symbols.groupingSeparator.map { String($0) } ?? ""),
      hexadecimal(symbols.minusSign), hexadecimal(String(symbols.zeroDigit)),
      "\(symbols.primaryGroupSize)", "\(symbols.secondaryGroupSize)",
      "\(symbols.minimumGroupingDigits)",
      hexadecimal(symbols.percent.prefix), hexadecimal(symbols.percent.suffix),
    ].joined(separator: " ")
  }

  private func hexadecimal(_ text: String) -> String {
    text.isEmpty
      ? "-" : text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: "_")
  }

  private func dates(_ identifier: String) -> String {
    let notation = ReadOff.dates(of: identifier)
    let order =
      switch notation.order {
      case .dayMonthYear: "dmy"
      case .monthDayYear: "mdy"
      case .yearMonthDay: "ymd"
      }
    return order + notation.separator.replacing(" ", with: "_")
  }

  // MARK: - Regions

  /// Regional formats for languages that Foundation does not list there.
  private struct Regions {
    /// Separators and group sizes.
    var symbols: [String: [Substring]] = [:]
    var dates: [String: String] = [:]
    /// Regions whose dates every language uses.
    var imposing: Set<String> = []
    var records: [String: [String]] = [:]
  }

  private let listed = Locale.availableIdentifiers.sorted()
  /// Languages of one region that use another region's dates, and one that rarely uses a region's
  /// dates.
  private let followers = ["sk", "fi", "zh"]
  private let own = "sm"

  private func isListed(_ language: String, _ region: String) -> Bool {
    listed.contains("\(language)_\(region)")
  }

  private func dates(ofRegion region: String) -> String? {
    followers.lazy.filter { !isListed($0, region) }.map { (dates("\($0)_\(region)"), dates($0)) }
      .first { $0 != $1 }?.0
  }

  private func regions(_ codes: [String]) -> Regions {
    var regions = Regions()
    for region in codes + ["none"] {
      let code = region == "none" ? "QX" : region
      let language = followers.first { !isListed($0, code) } ?? own
      let fields = row("\(language)_\(code)").split(separator: " ")
      let symbols = [fields[0], fields[1], fields[4], fields[5]]
      regions.symbols[region] = symbols
      if region != "none" { regions.dates[region] = dates(ofRegion: region) }
      if region != "none", !isListed(own, region), dates("\(own)_\(region)") != dates(own) {
        regions.imposing.insert(region)
      }
      let takers = regions.imposing.contains(region) ? "all" : "some"
      let record = "\(symbols.joined(separator: " ")) \(regions.dates[region] ?? "-") \(takers)"
      regions.records[record, default: []].append(region)
    }
    return regions
  }

  /// Whether a language uses the dates of the regions where it is spoken.
  private func follows(_ language: String, _ regions: Regions) -> Bool {
    let probes = ["US", "KR", "JM", "AL", "NZ", "PL"].filter {
      !isListed(language, $0) && regions.dates[$0] != nil && regions.dates[$0] != dates(language)
    }
    return probes.count { dates("\(language)_\($0)") == regions.dates[$0] } >= 2
  }

  /// Locales of a language that do not follow from language and region.
  private func exceptions(
    of language: String, in codes: [String], _ regions: Regions, follows: Bool
  ) -> [String] {
    let base = row(language).split(separator: " ")
    return codes.filter { !isListed(language, $0) }.compactMap { region in
      guard let taken = regions.symbols[region] else { return nil }
      var expected = base
      if base[0] != "66b" { expected[0...1] = taken[0...1] }
      expected[4...5] = taken[2...3]
      let takesDates = regions.imposing.contains(region) || follows
      let date = takesDates ? regions.dates[region] ?? dates(language) : dates(language)
      let identifier = "\(language)_\(region)"
      let isAsSaid = row(identifier) == expected.joined(separator: " ") && dates(identifier) == date
      return isAsSaid ? nil : identifier
    }
  }

  // MARK: - Printing

  private mutating func number(_ row: String) -> Int {
    if let number = rowNumbers[row] { return number }
    rows.append(row)
    rowNumbers[row] = rows.count - 1
    return rows.count - 1
  }

  private mutating func record(_ identifier: String) -> String {
    let numbers = ["", "@numbers=latn", "@numbers=arab", "@numbers=arabext", "@numbers=native"]
      .map { String(number(row(identifier + $0))) }
    return numbers.joined(separator: " ") + " " + dates(identifier)
  }

  private func lines(_ words: some Sequence<String>) -> String {
    var lines = [""]
    for word in words {
      if lines[lines.count - 1].count + word.count > 94 { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines.map { "    " + $0 }.joined(separator: "\n")
  }

  private func text(_ records: [String: [String]]) -> String {
    records.sorted { $0.value[0] < $1.value[0] }
      .map { lines(($0.key + " " + $0.value.joined(separator: " ") + ";").words) }
      .joined(separator: "\n")
  }

  private func text(_ codes: [LocaleCode]) -> String {
    lines(codes.map { $0.code == $0.used ? $0.code : "\($0.code)=\($0.used)" })
  }

  private mutating func text() -> String {
    var records: [String: [String]] = [:]
    for identifier in listed { records[record(identifier), default: []].append(identifier) }

    // A language without symbols of its own uses those of the process, which is English.
    let nobody = (row("zxx"), dates("zxx"))
    let languages = LocaleCode.languages
    let known = languages.filter { $0.code == $0.used }.map(\.code)
      .filter { listed.contains($0) || (row($0), dates($0)) != nobody }
    var others: [String: [String]] = [:]
    for language in known where !listed.contains(language) {
      others[record(language), default: []].append(language)
    }

    let codes = LocaleCode.regions
    let areas = Locale.Region.isoRegions.map(\.identifier).filter { $0.utf8.count == 3 }
    let places = codes.filter { $0.code == $0.used && $0.code.utf8.count == 2 }.map(\.code) + areas
    let regions = regions(places)
    let following = known.filter { follows($0, regions) }
    for language in known {
      let follows = following.contains(language)
      for identifier in exceptions(of: language, in: places, regions, follows: follows) {
        others[record(identifier), default: []].append(identifier)
      }
    }

    let zeros = Locale.NumberingSystem.availableNumberingSystems.map(\.identifier).sorted().map {
      name in
      let zero = row("en@numbers=\(name)").words[3]
      // These digits are not consecutive.
      return "\(name)=\(name == "hanidec" ? "30" : zero)"
    }

    return
      """
      /// How locales write numbers and dates, as Foundation prints them: written by a test,
      /// `WORKBENCH_RECORD=1 swift test --filter LocaleTableTests`.
      enum LocaleTable {
        /// The rows of symbols: the separators, the minus sign, the zero, the sizes of groups, the fewest
        /// digits before a separator, and what is before and after the digits of a percentage.
        static let symbols: StaticString = \"""
      \(lines(rows.flatMap { "\($0);".words }))
          \"""

        /// The locales that write alike: the numbers of their rows, for the usual numbering system and for
        /// those that have symbols of their own, then their dates.
        static let locales: StaticString = \"""
      \(text(records))
          \"""

        /// Those that Foundation does not list, where they differ from their language and their region.
        static let others: StaticString = \"""
      \(text(others))
          \"""

        /// What regions have in languages that Foundation does not list there: the separators, the sizes of
        /// groups, the dates, and which languages take these.
        static let regionSymbols: StaticString = \"""
      \(text(regions.records))
          \"""

        /// The languages that take the dates of a region.
        static let following: StaticString = \"""
      \(lines(following))
          \"""

        /// The zeros of the numbering systems.
        static let zeros = LocaleCodes(
          \"""
      \(lines(zeros))
          \""")

        /// The codes of ISO 639, those of three letters with the ones of two.
        static let languages = LocaleCodes(
          \"""
      \(text(languages))
          \""")

        /// The codes of ISO 3166 and of the United Nations, with those of two letters.
        static let regions = LocaleCodes(
          \"""
      \(text(codes))
          \""")

        /// The codes of ISO 15924.
        static let scripts = LocaleCodes(
          \"""
      \(lines(LocaleCode.scripts))
          \""")
      }
      """
  }
}

/// An ISO code in Foundation, with the code that Foundation uses instead.
private struct LocaleCode {
  var code: String
  var used: String

  private static let letters = "abcdefghijklmnopqrstuvwxyz".map { String($0) }
  private static let pairs = letters.flatMap { first in letters.map { first + $0 } }
  private static let triples = pairs.flatMap { pair in letters.map { pair + $0 } }

  static var languages: [LocaleCode] {
    codes(pairs + triples) { text in
      let language = Locale(identifier: text).language.languageCode
      return language.flatMap { $0.isISOLanguage ? $0.identifier : nil }
    }
  }

  static var regions: [LocaleCode] {
    let numbers = (0...999).map { String(String($0 + 1000).dropFirst()) }
    return codes((pairs + triples).map { $0.uppercased() } + numbers) { text in
      let region = Locale(identifier: "de_" + text).region
      return region.flatMap { $0.isISORegion ? $0.identifier : nil }
    }
  }

  static var scripts: [String] {
    pairs.flatMap { first in pairs.map { (first + $0).capitalized } }
      .filter { Locale.Script($0).isISOScript }
  }

  private static func codes(_ texts: [String], _ used: (String) -> String?) -> [LocaleCode] {
    texts.compactMap { text in used(text).map { LocaleCode(code: text, used: $0) } }
  }
}

extension String {
  fileprivate var words: [String] { split(separator: " ").map { String($0) } }
}
