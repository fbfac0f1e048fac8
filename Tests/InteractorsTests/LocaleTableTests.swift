import Foundation
import Interactors
import Records
import TestSupport
import Testing
import Validation

/// The table matches Foundation; `WORKBENCH_RECORD=1 swift test` regenerates it.
@Suite struct LocaleTableTests {
  private static let isRecording =
    ProcessInfo.processInfo.environment["WORKBENCH_RECORD"] == "1"
  private static let listed = Locale.availableIdentifiers.sorted()

  @Test(.enabled(if: isRecording, "it takes minutes")) func theTableIsWrittenAnew() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Interactors/Generated/LocaleTable.swift").standardized
    try Data((LocaleTableRecord.text() + "\n").utf8).write(to: url)
  }

  @Test func theLocalesAreThoseThatFoundationLists() {
    expectEqual(NumberSymbols.localeIdentifiers, Self.listed)
  }

  @Test func everyLocaleHasTheSymbolsThatFoundationPrints() {
    for identifier in Self.listed {
      let expected = ReadOff.symbols(of: Locale(identifier: identifier))
      let found = NumberSymbols(localeIdentifier: identifier)
      if found != expected { Issue.record("\(identifier): \(found as Any), not \(expected)") }
      let locale = Locale(identifier: identifier)
      if NumberSymbols(locale: locale) != expected { Issue.record("\(identifier) as a Locale") }
    }
  }

  @Test func everyLocaleWritesDatesAsFoundationDoes() {
    for identifier in Self.listed {
      let expected = ReadOff.dates(of: identifier)
      let found = DateNotation(localeIdentifier: identifier)
      if found != expected { Issue.record("\(identifier): \(found), not \(expected)") }
    }
  }

  @Test(arguments: ["latn", "arab", "arabext", "native"])
  func aLocaleHasSymbolsOfItsOwnInSomeNumberingSystems(system: String) {
    for identifier in Seeded.some(of: Self.listed, every: 7) {
      let locale = Locale(identifier: "\(identifier)@numbers=\(system)")
      let (found, expected) = (NumberSymbols(locale: locale), ReadOff.symbols(of: locale))
      if found != expected { Issue.record("\(locale.identifier): \(found), not \(expected)") }
    }
  }

  @Test(arguments: ["deva", "thai", "beng", "fullwide", "roman"])
  func aLocaleHasTheDigitsOfEveryNumberingSystem(system: String) {
    for identifier in Seeded.some(of: Self.listed, every: 7) {
      let locale = Locale(identifier: "\(identifier)@numbers=\(system)")
      let (found, expected) = (NumberSymbols(locale: locale), ReadOff.symbols(of: locale))
      if found.zeroDigit != expected.zeroDigit { Issue.record("\(locale.identifier): \(found)") }
    }
  }

  @Test(arguments: [
    "de-AT", "DE_at", "de_at", "deu_AT", "de_AUT", "de_Latn_AT", "de_AT_1996",
    "de_AT@calendar=buddhist",
    "de-AT-u-nu-arab", "ar-EG-u-nu-latn", "en_US_POSIX", "EN_us_posix", "zh-hant-hk", "zh_TW",
    "sr-latn",
    "no", "es_419", "en_150", "de_AT@currency=EUR;numbers=thai", "ht", "fr_HTI", "as_CS", "sm_YU",
    "en_AN", "bgc_DD",
  ])
  func anIdentifierIsReadHoweverItIsWritten(identifier: String) {
    let locale = Locale(identifier: identifier)
    expectEqual(NumberSymbols(locale: locale), ReadOff.symbols(of: locale))
    if !identifier.contains("@"), !identifier.contains("-u-") {
      expectEqual(DateNotation(localeIdentifier: identifier), ReadOff.dates(of: identifier))
    }
  }

  @Test(arguments: [
    "ar_EG@numbers=latn", "ar_EG@calendar=gregorian;numbers=latn", "ar-EG-u-nu-latn",
    "ar_EG.UTF-8@numbers=latn", "ar-EG-u-ca-gregory-nu-latn", "en_US@numbers=arab",
    "fa_IR@numbers=latn", "hi-IN-u-nu-deva", "de_DE@currency=EUR",
  ])
  func theNumberingSystemOfAnIdentifierIsFollowed(identifier: String) {
    let locale = Locale(identifier: String(identifier.replacing(".UTF-8", with: "")))
    expectEqual(NumberSymbols(localeIdentifier: identifier), ReadOff.symbols(of: locale))
    let style = FieldStyle(Property("count", .integer), localeIdentifier: identifier)
    expectEqual(
      style.format(.integer(42)), 42.formatted(.number.locale(locale)), "\(identifier)")
  }

  /// Foundation derives the formats of a language in a region that it does not list.
  @Test func aLanguageElsewhereHasWhatItsRegionHas() {
    let languages = Self.listed.filter { !$0.contains("_") }
    let regions = Locale.Region.isoRegions.map(\.identifier)
    for language in Seeded.some(of: languages, every: 29) {
      for region in Seeded.some(of: regions, every: 5) {
        let identifier = "\(language)_\(region)"
        expectEqual(
          NumberSymbols(localeIdentifier: identifier),
          ReadOff.symbols(of: Locale(identifier: identifier)), "\(identifier)")
        expectEqual(
          DateNotation(localeIdentifier: identifier), ReadOff.dates(of: identifier), "\(identifier)"
        )
      }
    }
  }

  @Test(arguments: ["mul", "zxx", "aa_DJ", "und", "", "C", "POSIX"])
  func aLocaleThatNobodyKnowsWritesAsTheUnitedStatesDo(identifier: String) {
    expectEqual(DateNotation(localeIdentifier: identifier), DateNotation(localeIdentifier: "en_US"))
    guard let symbols = NumberSymbols(localeIdentifier: identifier) else { return }
    #expect(symbols.decimalSeparator == "." || identifier == "aa_DJ")
  }

  @Test(arguments: [
    "xx", "xx_YY", "de_XX", "de_DD", "de_DDR", "de_276", "de_999", "ger_DE", "deu", "iw", "tl",
    "und",
    "root", "qaa", "de_Abcd", "de_Cyrl", "zh_cmn", "x_y", "i_klingon", "de DE", "12", "_DE", "mul",
    "art_XX",
  ])
  func aLocaleIsKnownIfItsPartsAre(identifier: String) {
    let locale = Locale(identifier: identifier)
    let isKnown =
      locale.language.languageCode?.isISOLanguage == true && locale.region?.isISORegion ?? true
      && locale.language.script?.isISOScript ?? true
    expectEqual((NumberSymbols(localeIdentifier: identifier) != nil), isKnown)
  }
}
