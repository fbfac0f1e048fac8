// Prints Sources/Interactors/Locales/LocaleTable.swift: how locales write numbers and dates, read off
// what Foundation prints. It takes some minutes.
//
//     swiftc -O .ci/locale-table.swift -o /tmp/locale-table
//     /tmp/locale-table >Sources/Interactors/Locales/LocaleTable.swift
import Foundation

/// The symbols of a locale as a row of the table.
func row(_ identifier: String) -> String {
  let locale = Locale(identifier: identifier)
  let plain = IntegerFormatStyle<Int>(locale: locale)
  let fraction = FloatingPointFormatStyle<Double>(locale: locale)
    .grouping(.never).precision(.fractionLength(1))
  let zero = (0).formatted(plain.grouping(.never)).unicodeScalars.first ?? "0"
  let isDigit = { (scalar: Unicode.Scalar) in (zero.value..<zero.value + 10) ~= scalar.value }
  let decimal = 1.5.formatted(fraction).unicodeScalars.first { !isDigit($0) } ?? "."
  let minus = (-1).formatted(plain.grouping(.never)).unicodeScalars.prefix { !isDigit($0) }
  let number = (1_234_567_890).formatted(plain).unicodeScalars
  let groups = number.split { !isDigit($0) }
  let separator = number.first { !isDigit($0) }
  let shortest = (1...6).first { digits in
    let number = (1...digits).reduce(0) { value, _ in value * 10 + 1 }
    return !number.formatted(plain).unicodeScalars.allSatisfy(isDigit)
  }
  let primary = groups.last?.count ?? 3
  let secondary = groups.count > 2 ? groups[groups.count - 2].count : primary
  let percentage = Array(
    5.formatted(IntegerFormatStyle<Int>.Percent(locale: locale)).unicodeScalars)
  // Where Foundation prints words for a number no digit is one of its zero's.
  let digit = percentage.firstIndex(where: isDigit)
  return [
    hexadecimal([decimal]), separator == decimal ? "-" : hexadecimal(separator.map { [$0] } ?? []),
    minus.isEmpty ? "2d" : hexadecimal(Array(minus)), hexadecimal([zero]), "\(primary)",
    "\(secondary)", "\(max(1, (shortest ?? primary + 1) - primary))",
    digit.map { hexadecimal(Array(percentage[..<$0])) } ?? "-",
    digit.map { hexadecimal(Array(percentage[($0 + 1)...])) } ?? "25",
  ].joined(separator: " ")
}

func hexadecimal(_ scalars: [Unicode.Scalar]) -> String {
  scalars.isEmpty ? "-" : scalars.map { String($0.value, radix: 16) }.joined(separator: "_")
}

/// The dates of a locale in the Gregorian calendar.
func dates(_ identifier: String) -> String {
  let locale = Locale(identifier: identifier + "@calendar=gregorian")
  let pattern = DateFormatter.dateFormat(fromTemplate: "yyyyMMdd", options: 0, locale: locale) ?? ""
  let order = pattern.lowercased().filter { "ymd".contains($0) }.reduce(into: "") { order, part in
    if !order.contains(part) { order.append(part) }
  }
  let between = pattern.unicodeScalars.drop { !$0.properties.isAlphabetic }
    .drop { $0.properties.isAlphabetic }.prefix { !$0.properties.isAlphabetic }
    // Marks of direction are there in some locales.
    .filter { $0.properties.generalCategory != .format }
  let sign = String(String.UnicodeScalarView(between.filter { !$0.properties.isWhitespace }))
  let isSpaced = between.last?.properties.isWhitespace ?? false
  return (["dmy", "mdy"].contains(order) ? order : "ymd")
    + (sign.isEmpty ? "-" : isSpaced ? sign + "_" : sign)
}

// MARK: - What there is

/// The codes of two or three letters, or digits, that Foundation knows, with those it uses for them.
func codes(_ candidates: [String], _ code: (String) -> String?) -> [(code: String, used: String)] {
  candidates.compactMap { candidate in code(candidate).map { (candidate, $0) } }
}

let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
let pairs = letters.flatMap { first in letters.map { first + $0 } }
let triples = pairs.flatMap { pair in letters.map { pair + $0 } }
let numbers = (0...999).map { String(String($0 + 1000).dropFirst()) }
let languages = codes(pairs + triples) { text in
  Locale(identifier: text).language.languageCode.flatMap { $0.isISOLanguage ? $0.identifier : nil }
}
let regions = codes((pairs + triples).map { $0.uppercased() } + numbers) { text in
  Locale(identifier: "de_" + text).region.flatMap { $0.isISORegion ? $0.identifier : nil }
}
let scripts = pairs.flatMap { first in pairs.map { (first + $0).capitalized } }
  .filter { Locale.Script($0).isISOScript }

let systems = ["", "latn", "arab", "arabext", "native"]
var rows: [String] = []
var rowNumbers: [String: Int] = [:]
func number(_ row: String) -> Int {
  if let number = rowNumbers[row] { return number }
  rows.append(row)
  rowNumbers[row] = rows.count - 1
  return rows.count - 1
}

/// What a locale has, as the beginning of a record.
func record(_ identifier: String) -> String {
  let symbols = systems.map { number(row($0.isEmpty ? identifier : "\(identifier)@numbers=\($0)")) }
  return symbols.map(String.init).joined(separator: " ") + " " + dates(identifier)
}

let listed = Locale.availableIdentifiers.sorted()
var records: [String: [String]] = [:]
for identifier in listed { records[record(identifier), default: []].append(identifier) }

// A language without symbols of its own has those of the process: English here.
let nobody = (row("zxx"), dates("zxx"))
let known = languages.filter { $0.code == $0.used }.map(\.code)
  .filter { listed.contains($0) || (row($0), dates($0)) != nobody }
var others: [String: [String]] = [:]
for language in known where !listed.contains(language) {
  others[record(language), default: []].append(language)
}

// MARK: - Regions

let codesOfRegions = regions.filter { $0.code == $0.used && $0.code.utf8.count == 2 }.map(\.code)
let areas = Locale.Region.isoRegions.map(\.identifier).filter { $0.utf8.count == 3 }
/// Languages of one region whose dates are those of another region, and one whose dates seldom are.
let followers = ["sk", "fi", "zh"]
let own = "sm"
func isListed(_ language: String, _ region: String) -> Bool {
  listed.contains("\(language)_\(region)")
}
func datesOfRegion(_ region: String) -> String? {
  followers.lazy.filter { !isListed($0, region) }.map { (dates("\($0)_\(region)"), dates($0)) }
    .first { $0 != $1 }?.0
}
var regionDates: [String: String] = [:]
var regionRecords: [String: [String]] = [:]
var regionRows: [String: [Substring]] = [:]
var imposing: Set<String> = []
for region in codesOfRegions + areas + ["none"] {
  let code = region == "none" ? "QX" : region
  let language = followers.first { !isListed($0, code) } ?? own
  let fields = row("\(language)_\(code)").split(separator: " ")
  regionRows[region] = [fields[0], fields[1], fields[4], fields[5]]
  if region != "none" { regionDates[region] = datesOfRegion(region) }
  if region != "none", !isListed(own, region), dates("\(own)_\(region)") != dates(own) {
    imposing.insert(region)
  }
  let date = regionDates[region] ?? "-"
  let record = [fields[0], fields[1], fields[4], fields[5]].joined(separator: " ")
  regionRecords[
    "\(record) \(date) \(imposing.contains(region) ? "all" : "some")", default: []
  ].append(region)
}
let following = known.filter { language in
  let probes = ["US", "KR", "JM", "AL", "NZ", "PL"].filter {
    !isListed(language, $0) && regionDates[$0] != nil && regionDates[$0] != dates(language)
  }
  return probes.count { dates("\(language)_\($0)") == regionDates[$0] } >= 2
}

// What is not so is said of each locale by itself.
for language in known {
  let base = row(language).split(separator: " ")
  for region in codesOfRegions + areas where !isListed(language, region) {
    var expected = base
    guard let taken = regionRows[region] else { continue }
    if base[0] != "66b" { expected[0...1] = taken[0...1] }
    expected[4...5] = taken[2...3]
    let takesDates = imposing.contains(region) || following.contains(language)
    let date = takesDates ? regionDates[region] ?? dates(language) : dates(language)
    let identifier = "\(language)_\(region)"
    guard row(identifier) != expected.joined(separator: " ") || dates(identifier) != date else {
      continue
    }
    others[record(identifier), default: []].append(identifier)
  }
}

// MARK: - Printing

func lines(_ words: some Sequence<String>) -> String {
  var lines = [""]
  for word in words {
    if lines[lines.count - 1].count + word.count > 94 { lines.append("") }
    lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
  }
  return lines.map { "    " + $0 }.joined(separator: "\n")
}

func text(_ records: [String: [String]]) -> String {
  records.sorted { $0.value[0] < $1.value[0] }
    .map {
      lines(
        ($0.key + " " + $0.value.joined(separator: " ") + ";").split(separator: " ").map(
          String.init))
    }
    .joined(separator: "\n")
}

func text(_ codes: [(code: String, used: String)]) -> String {
  lines(codes.map { $0.code == $0.used ? $0.code : "\($0.code)=\($0.used)" })
}

let zeros = Locale.NumberingSystem.availableNumberingSystems.map(\.identifier).sorted().map {
  name in
  let zero = row("en@numbers=\(name)").split(separator: " ")[3]
  // These digits do not follow each other.
  return "\(name)=\(name == "hanidec" ? "30" : zero)"
}

print(
  """
  /// How locales write numbers and dates, as Foundation prints them: written by
  /// `.ci/locale-table.swift`.
  enum LocaleTable {
    /// The rows of symbols: the separators, the minus sign, the zero, the sizes of groups, the fewest
    /// digits before a separator, and what is before and after the digits of a percentage.
    static let symbols: StaticString = \"""
  \(lines(rows.flatMap { "\($0);".split(separator: " ").map(String.init) }))
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
  \(text(regionRecords))
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
  \(text(regions))
      \""")

    /// The codes of ISO 15924.
    static let scripts = LocaleCodes(
      \"""
  \(lines(scripts))
      \""")
  }
  """)
