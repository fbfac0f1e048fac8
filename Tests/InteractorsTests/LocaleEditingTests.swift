import Foundation
import Interactors
import Records
import TestSupport
import Testing
import Validation

/// Editing commutes with translation: the same keys in the symbols of another locale lead to the
/// same text in these symbols and to the same value.
@Suite struct LocaleEditingTests {
  /// One locale for each distinct set of symbols in Foundation.
  static let locales: [String] = {
    var seen: Set<NumberSymbols> = []
    return NumberSymbols.localeIdentifiers.filter { identifier in
      NumberSymbols(localeIdentifier: identifier).map { seen.insert($0).inserted } ?? false
    }
  }()

  private static func plain(_ symbols: NumberSymbols) -> NumberSymbols {
    var plain = NumberSymbols.english
    plain.primaryGroupSize = symbols.primaryGroupSize
    plain.secondaryGroupSize = symbols.secondaryGroupSize
    plain.minimumGroupingDigits = symbols.minimumGroupingDigits
    if symbols.groupingSeparator == nil { plain.groupingSeparator = nil }
    return plain
  }

  private static func translated(_ text: String, to symbols: NumberSymbols) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "0"..."9":
        let value = symbols.zeroDigit.value + scalar.value - 48
        result.append(Unicode.Scalar(value) ?? scalar)
      case ".": result.append(symbols.decimalSeparator)
      case ",": result.append(symbols.groupingSeparator ?? scalar)
      case "-": result.append(contentsOf: symbols.minusSign.unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private static func key(_ number: Int, _ symbols: NumberSymbols) -> (Key, Key) {
    switch number {
    case 0..<10:
      let digit = Unicode.Scalar(UInt8(48 + number))
      let value = symbols.zeroDigit.value + UInt32(number)
      return (.character(digit), .character(Unicode.Scalar(value) ?? digit))
    case 10: return (.character("."), .character(symbols.decimalSeparator))
    case 11: return (.character("-"), .character("-"))
    case 12:
      let separator = symbols.groupingSeparator
      return (.character(separator == nil ? "x" : ","), .character(separator ?? "x"))
    case 13: return (.paste("1234.5"), .paste(translated("1234.5", to: symbols)))
    case 14: return (.paste("-12"), .paste(translated("-12", to: symbols)))
    default:
      let keys: [Key] = [
        .backspace, .delete, .left, .right, .home, .end, .selectLeft, .selectRight, .selectAll,
        .undo, .redo, .wordBackspace,
      ]
      let key = keys[(number - 15) % keys.count]
      return (key, key)
    }
  }

  private static func kind(_ outcome: Outcome) -> String {
    switch outcome {
    case .accepted: "accepted"
    case .moved: "moved"
    case .rejected: "rejected"
    }
  }

  @Test(arguments: Seeded.some(of: locales, every: 3))
  func theSameKeysGiveTheTranslatedTextAndTheSameValue(locale: String) throws {
    let symbols = try #require(NumberSymbols(localeIdentifier: locale))
    var random = Seeded(stream: 2)
    let grammar = DecimalGrammar(
      maximumIntegerDigits: 7, fractionDigits: 0...2, minimum: ExactDecimal("-150000"),
      maximum: ExactDecimal("4500000"))
    for isGrouped in [false, true] {
      for _ in 0..<20 {
        var plain = FieldEditor(
          format: FieldFormat(
            grammar: grammar, symbols: Self.plain(symbols), isGrouped: isGrouped), text: "")
        var own = FieldEditor(
          format: FieldFormat(grammar: grammar, symbols: symbols, isGrouped: isGrouped), text: "")
        for _ in 0..<25 {
          let (key, ownKey) = Self.key(random.below(27), symbols)
          let outcomes = (plain.press(key), own.press(ownKey))
          let place = "\(locale) seed \(Seeded.seed): \(key) in \(plain.state)"
          expectEqual(Self.kind(outcomes.0), Self.kind(outcomes.1), "\(place)")
          expectEqual(Self.translated(plain.state.text, to: symbols), own.state.text, "\(place)")
          expectEqual(plain.state.selection, own.state.selection, "\(place)")
          switch (plain.content, own.content) {
          case (.complete(let one), .complete(let other)): expectEqual(one, other, "\(place)")
          case (.empty, .empty), (.incomplete, .incomplete): break
          default: Issue.record("\(place): \(plain.content) and \(own.content)")
          }
        }
      }
    }
  }

  @Test func thereAreLocalesOfManySymbols() {
    #expect(Self.locales.count > 20)
  }

  @Test(arguments: [
    ("cs_CZ", "21. 11. 2026"), ("ko_KR", "2026. 11. 21"), ("de_DE", "21.11.2026"),
    ("en_GB", "21/11/2026"), ("fr_CA", "2026-11-21"),
  ])
  func aDateIsShownAndPastedAsItsLocaleWritesIt(locale: String, text: String) throws {
    let property = Property("day", .date, isOptional: true)
    let format = FieldFormat(property, dates: DateNotation(localeIdentifier: locale))
    var editor = FieldEditor(format: format, text: "")
    editor.press(.paste(text))
    let day = try #require(CalendarDate(year: 2026, month: 11, day: 21))
    expectEqual(editor.content, .complete(.date(day)))
    expectEqual(editor.state.text, text)
    editor.press(.clear)
    for scalar in text.unicodeScalars where scalar != " " { editor.press(.character(scalar)) }
    expectEqual(editor.state.text, text)
  }

  @Test(
    arguments: [
      ("", nil), ("C", nil), ("POSIX", nil), ("C.UTF-8", nil), ("en_US", .monthDayYear),
      ("en_US.UTF-8", .monthDayYear), ("en_GB", .dayMonthYear), ("de_DE", nil), ("ja_JP", nil),
    ] as [(String, DateOrder?)])
  func onlyALocaleSaysInWhichOrderADateIsTypedWithSlashes(locale: String, order: DateOrder?) {
    expectEqual(DateOrder(slashesOf: locale), order)
  }
}
