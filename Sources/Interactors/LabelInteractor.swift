public import Records
public import Validation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Shows a property as text, and follows it while active.
open class LabelInteractor: PropertyInteractor {
  /// The text for a missing value.
  public final var nilText = "«nil»" { didSet { refresh() } }

  /// The symbols of numbers.
  public final var symbols: NumberSymbols { didSet { refresh() } }

  /// Whether to group the digits of numbers; if false, the property decides.
  public final var isGrouped: Bool { didSet { refresh() } }

  /// The notation of dates and times; nil for the label's own notation.
  public final var calendar: CalendarNotation? { didSet { refresh() } }

  /// The view; a weak reference.
  public final weak var view: (any LabelView)? {
    didSet {
      guard view != nil else { return }
      configureView()
      if isActive { updateView() }
    }
  }

  /// Closures to notify in addition to ``view``; they are retained.
  public final var events: LabelViewEvents? {
    didSet {
      guard events != nil else { return }
      configureView()
      if isActive { updateView() }
    }
  }

  private var isTakingLocale = false
  private(set) final var settings: LocaleSettings?
  /// The notation without the locale.
  private final var ownCalendar: CalendarNotation?
  private final var ownSymbols = NumberSymbols.english

  private var ownTraits: ViewTraits?

  /// The traits of the view; by default the traits of the property's kind.
  public final var traits: ViewTraits {
    get { ownTraits ?? ViewTraits(property?.kind ?? .text, isEditable: false) }
    set {
      ownTraits = newValue
      configureView()
    }
  }

  /// Creates a label for a property; an inactive label does not update its view.
  ///
  /// - Parameter subject: the object with the property; nil to set it later.
  public init(
    _ subject: (any PropertySubject)?, _ propertyName: String, symbols: NumberSymbols = .english,
    isGrouped: Bool = false, isActive: Bool = true
  ) {
    self.symbols = symbols
    self.isGrouped = isGrouped
    super.init(subject, propertyName, isActive: isActive)
  }

  /// Passes the traits to the view.
  open func configureView() {
    view?.configureView(traits)
    events?.configure(traits)
  }

  /// Passes the text to the view.
  open func updateView() {
    guard view != nil || events != nil else { return }
    let text = text
    view?.updateView(text)
    events?.update(text)
  }

  open override func localeDidChange() {
    takeLocale()
    super.localeDidChange()
  }

  /// Updates the notation from the locale.
  open override func willActivate() { takeLocale() }

  private func takeLocale() {
    let settings = localeSettings
    guard settings != self.settings else { return }
    if self.settings == nil { (ownCalendar, ownSymbols) = (calendar, symbols) }
    self.settings = settings
    var calendar = settings?.calendar ?? ownCalendar
    if calendar?.zoneOffset == nil { calendar?.zoneOffset = ownCalendar?.zoneOffset }
    isTakingLocale = true
    self.calendar = calendar
    symbols = settings?.symbols ?? ownSymbols
    isTakingLocale = false
    refresh()
  }

  /// The current text, including the property's prefix and unit; ``nilText`` if there is no value.
  public final var text: String {
    guard let value else { return nilText }
    let text = calendar?.text(of: value, property?.kind, symbols) ?? text(for: value)
    return (property?.prefix ?? "") + text + (property?.suffix ?? "")
  }

  /// Returns the text for a value, without prefix and unit; subclasses override it.
  open func text(for value: Value) -> String { value.description }

  /// Updates the view if the label is active.
  open override func propertyDidChange() { refresh() }

  final func formatted(_ number: ExactDecimal, _ digits: DecimalDigits? = nil) -> String {
    let fraction = digits?.fraction ?? 0...0
    return number.formatted(
      minimumFractionDigits: fraction.lowerBound, maximumFractionDigits: fraction.upperBound,
      maximumIntegerDigits: digits?.integer, symbols: symbols,
      isGrouped: isGrouped || property?.isGrouped == true)
  }

  private func refresh() {
    if isActive, !isTakingLocale { updateView() }
  }
}

/// Shows a text unchanged, a time with seconds if its kind has them, and an IBAN in groups of four.
open class TextLabelInteractor: LabelInteractor {
  /// Returns the value as shown by its kind.
  open override func text(for value: Value) -> String {
    property?.kind.shown(value) ?? value.description
  }
}

/// Shows `true` or `false`, or their display names.
open class BooleanLabelInteractor: LabelInteractor {
  /// The texts instead of `true` and `false`.
  public final var displayNames: [String: String] = [:] { didSet { propertyDidChange() } }

  /// Returns the display name of the value.
  open override func text(for value: Value) -> String {
    displayNames[value.description] ?? settings?.table.booleanNames[value.description]
      ?? value.description
  }
}

/// Shows a date and time in UTC as `2026-11-21T10:00:00.000Z`, or in the notation of
/// ``LabelInteractor/calendar``.
open class DateTimeLabelInteractor: LabelInteractor {}

/// Shows the chosen name, or its display name.
open class ChoiceLabelInteractor: LabelInteractor {
  /// The texts instead of names, by name.
  public final var displayNames: [String: String] = [:] { didSet { propertyDidChange() } }

  /// Returns the display name of the value.
  open override func text(for value: Value) -> String {
    displayNames[value.description] ?? settings?.displayName(of: value.description, propertyName)
      ?? value.description
  }
}

/// Shows a reference as `Person/1`; use a ``PathSubject`` to show the record's key.
open class ReferenceLabelInteractor: LabelInteractor {}

/// A protocol that only ``LabelInteractor`` adopts, so that an initializer can create a label of
/// the subclass suited to a property.
public protocol KindLabel {}

extension LabelInteractor: KindLabel {}

// Only an initializer in an extension of a protocol can create an object of a subclass.
extension KindLabel where Self == LabelInteractor {
  /// Creates a label suited to the kind of a property, such as a ``DateLabelInteractor``.
  ///
  /// - Parameters:
  ///   - digits: the digits of a number, if they differ from the property's.
  ///   - dates: the notation of dates.
  public init(
    _ subject: any PropertySubject, _ property: Property, digits: DecimalDigits? = nil,
    symbols: NumberSymbols = .english, isGrouped: Bool = false, dates: DateNotation = .iso,
    isActive: Bool = true
  ) {
    if let digits, property.kind.isNumeric {
      self = DecimalLabelInteractor(
        subject, property.name, digits: digits, symbols: symbols, isGrouped: isGrouped,
        isActive: isActive)
      return
    }
    let kind = property.kind
    let label: (any PropertySubject, String, NumberSymbols, Bool, Bool) -> LabelInteractor
    switch kind.storage {
    case .text where kind.isMasked: label = CardLabelInteractor.init
    case .text where !kind.words.isEmpty: label = ChoiceLabelInteractor.init
    case .text: label = TextLabelInteractor.init
    case .integer: label = IntegerLabelInteractor.init
    case .decimal:
      label = { DecimalLabelInteractor($0, $1, symbols: $2, isGrouped: $3, isActive: $4) }
    case .double: label = DoubleLabelInteractor.init
    case .seconds: label = DurationLabelInteractor.init
    case .percent: label = PercentLabelInteractor.init
    case .boolean: label = BooleanLabelInteractor.init
    case .written where kind == .date:
      label = {
        DateLabelInteractor($0, $1, dates: dates, symbols: $2, isGrouped: $3, isActive: $4)
      }
    case .written where kind == .dateTime: label = DateTimeLabelInteractor.init
    case .written: label = TextLabelInteractor.init
    case .reference: label = ReferenceLabelInteractor.init
    case .list, .records: label = ListLabelInteractor.init
    }
    self = label(subject, property.name, symbols, isGrouped, isActive)
  }
}

/// Shows the visible part of a payment card: `•••• 1111`.
open class CardLabelInteractor: LabelInteractor {
  /// Returns dots and the last four digits; only dots if the text is too short for a card number.
  open override func text(for value: Value) -> String { CardNumber.masked(value.description) }
}

/// Shows a day, by default as `2026-11-21`.
open class DateLabelInteractor: LabelInteractor {
  /// The notation of dates; a change takes effect at the next update.
  public var dates: DateNotation

  /// Creates a label for a property.
  public init(
    _ subject: (any PropertySubject)?, _ propertyName: String, dates: DateNotation = .iso,
    symbols: NumberSymbols = .english, isGrouped: Bool = false, isActive: Bool = true
  ) {
    self.dates = dates
    super.init(subject, propertyName, symbols: symbols, isGrouped: isGrouped, isActive: isActive)
  }

  /// Returns the day in the label's notation, with the digits of the label's symbols unless the
  /// notation is ISO.
  open override func text(for value: Value) -> String {
    guard dates != .iso, case .date = value else { return super.text(for: value) }
    let grammar = DateGrammar(order: dates.order, separator: dates.separator)
    return FieldFormat(grammar: grammar, symbols: symbols).text(for: value)
  }
}

/// A notation of dates and times for a locale and a time zone.
public struct CalendarNotation: Sendable {
  /// The notation of dates.
  public var dates: DateNotation
  /// Returns the offset from UTC at a time, both in milliseconds; nil to write dates with times in
  /// UTC and in ISO 8601 format.
  public var zoneOffset: (@Sendable (Int) -> Int)?

  /// Creates a notation.
  public init(_ dates: DateNotation, zoneOffset: (@Sendable (Int) -> Int)? = nil) {
    self.dates = dates
    self.zoneOffset = zoneOffset
  }

  /// Creates the notation of a locale such as `de_DE`, in a time zone.
  public init(localeIdentifier identifier: String, timeZone: TimeZone? = nil) {
    self.init(
      DateNotation(localeIdentifier: identifier), zoneOffset: timeZone.map { $0.offset })
  }

  /// Returns nil unless the value is a date, a time of a `time` property, or a date and time whose
  /// local date is in the years 1 to 9999. Omits the seconds of a date and time if they are 0.
  package func text(
    of value: Value, _ kind: PropertyKind?, _ symbols: NumberSymbols
  ) -> String? {
    func written(_ grammar: any Grammar, _ value: Value) -> String {
      FieldFormat(grammar: grammar, symbols: symbols).text(for: value)
    }
    switch value {
    case .date:
      return written(DateGrammar(order: dates.order, separator: dates.separator), value)
    case .time:
      guard case .time(let hasSeconds)? = kind else { return nil }
      return written(TimeGrammar(hasSeconds: hasSeconds), value)
    case .dateTime:
      guard let zoneOffset else { return nil }
      return written(LocalDateTimeGrammar(displaying: dates, zoneOffset: zoneOffset), value)
    default: return nil
    }
  }
}

extension TimeZone {
  /// The offset from UTC at a time, both in milliseconds.
  @Sendable func offset(at milliseconds: Int) -> Int {
    secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1000)) * 1000
  }
}

/// Shows the items of a list of values, or the number of records in a list of records.
open class ListLabelInteractor: LabelInteractor {
  /// Returns the items separated by commas, masked and formatted like single values; for records,
  /// the count.
  ///
  /// Numbers are separated by semicolons if the decimal separator is a comma.
  open override func text(for value: Value) -> String {
    guard case .list(let items) = value else { return super.text(for: value) }
    guard let kind = property?.kind, let item = kind.item else { return value.description }
    if item.recordType != nil { return String(items.count) }
    if kind.isMasked {
      return items.map { CardNumber.masked($0.description) }.joined(separator: ", ")
    }
    if case .percent = item { return joined(items.map { $0.text(ofPercent: item, symbols) }) }
    guard item.isNumeric else {
      return items.map { value in
        calendar?.text(of: value, item, symbols) ?? localName(of: value, item) ?? item.shown(value)
      }.joined(separator: ", ")
    }
    return joined(items.map(text(forNumber:)))
  }

  private func localName(of value: Value, _ item: PropertyKind) -> String? {
    if case .boolean = value { return settings?.table.booleanNames[value.description] }
    guard case .choice = item else { return nil }
    return settings?.displayName(of: value.description, propertyName)
  }

  private func joined(_ numbers: [String]) -> String {
    let separator = symbols.decimalSeparator == "," ? "; " : ", "
    return numbers.joined(separator: separator)
  }

  private func text(forNumber value: Value) -> String {
    guard let item = property?.item else { return value.description }
    if case .decimal = value, let digits = item.decimalDigits,
      let number = ExactDecimal(rounding: value)
    {
      return formatted(number, digits)
    }
    if case .integer(let number) = value { return formatted(ExactDecimal(number)) }
    return FieldFormat(grammar: DoubleGrammar(), symbols: symbols).text(for: value)
  }
}
