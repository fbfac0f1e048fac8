public import Records
public import Validation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Shows a property as text, and follows it while active.
open class LabelInteractor: PropertyInteractor {
  /// What the label says where the property has no value.
  public final var nilText = "«nil»" { didSet { refresh() } }

  /// The symbols with which numbers are shown.
  public final var symbols: NumberSymbols { didSet { refresh() } }

  /// Whether the digits of numbers are shown in groups; they are also where the property asks for
  /// it.
  public final var isGrouped: Bool { didSet { refresh() } }

  /// Where the text is shown; the label does not keep it alive.
  public final weak var view: (any LabelView)? {
    didSet {
      guard view != nil else { return }
      configureView()
      if isActive { updateView() }
    }
  }

  /// What is told beside ``view``, as closures that the label keeps.
  public final var events: LabelViewEvents? {
    didSet {
      guard events != nil else { return }
      configureView()
      if isActive { updateView() }
    }
  }

  /// Asked for the locale whose symbols are shown whenever the label becomes active, and by
  /// ``localeDidChange()``; nil for symbols that are given.
  ///
  /// With `{ .autoupdatingCurrent }` the label follows the user's.
  public final var locale: (() -> Locale)? { didSet { localeDidChange() } }

  private var ownTraits: ViewTraits?

  /// What the view should be like: as the kind of the property has it, unless others are set.
  public final var traits: ViewTraits {
    get { ownTraits ?? ViewTraits(property?.kind ?? .text, isEditable: false) }
    set {
      ownTraits = newValue
      configureView()
    }
  }

  /// Makes a label for the property of this name; it tells its view nothing before it is active.
  ///
  /// - Parameter subject: the object that has the property; nil if it is to be given later.
  public init(
    _ subject: (any Subject)?, _ propertyName: String, symbols: NumberSymbols = .english,
    isGrouped: Bool = false
  ) {
    self.symbols = symbols
    self.isGrouped = isGrouped
    super.init(subject, propertyName)
  }

  /// Tells the view its traits.
  open func configureView() {
    view?.configureView(traits)
    events?.configure(traits)
  }

  /// Tells the view the text.
  open func updateView() {
    guard view != nil || events != nil else { return }
    let text = text
    view?.updateView(text)
    events?.update(text)
  }

  open override func localeDidChange() {
    if let locale { symbols = NumberSymbols(locale: locale()) }
    super.localeDidChange()
  }

  /// Takes over the symbols of the locale, before the first update.
  open override func willActivate() {
    if let locale { symbols = NumberSymbols(locale: locale()) }
  }

  /// What the label says now, with the prefix and the unit of the property beside its value.
  public final var text: String {
    guard let value else { return nilText }
    return (property?.prefix ?? "") + text(for: value) + (property?.suffix ?? "")
  }

  /// What the label says for a value, without its unit; subclasses say it their own way.
  open func text(for value: Value) -> String { value.description }

  /// Gives the view the text anew, if the label is active.
  open override func propertyDidChange() { refresh() }

  /// Whether the label groups digits, on its own or because its property asks for it.
  final var groupsDigits: Bool { isGrouped || property?.isGrouped == true }

  private func refresh() {
    if isActive { updateView() }
  }
}

/// Shows a text as it is, a time with the seconds of its kind, and an IBAN in fours.
open class TextLabelInteractor: LabelInteractor {
  /// The value as its kind shows it.
  open override func text(for value: Value) -> String {
    property?.kind.shown(value) ?? value.description
  }
}

/// Shows `true` or `false`.
open class BooleanLabelInteractor: LabelInteractor {}

/// Shows a moment in UTC as `2026-11-21T10:00:00.000Z`.
open class DateTimeLabelInteractor: LabelInteractor {}

/// Shows the name that was chosen.
open class ChoiceLabelInteractor: LabelInteractor {}

/// Shows the name of a record, `Person/1`; a ``PathSubject`` that goes on to its key shows that.
open class ReferenceLabelInteractor: LabelInteractor {}

extension LabelInteractor {
  /// Makes the label that suits the kind of a property.
  ///
  /// - Parameters:
  ///   - digits: those of a number to show, where they are not the property's own.
  ///   - dates: how a date is written.
  public static func label(
    _ subject: any Subject, _ property: Property, digits: DecimalDigits? = nil,
    symbols: NumberSymbols = .english, isGrouped: Bool = false, dates: DateNotation = .iso
  ) -> LabelInteractor {
    if let digits, property.kind.isNumeric {
      return DecimalLabelInteractor(
        subject, property.name, digits: digits, symbols: symbols, isGrouped: isGrouped)
    }
    let kind = property.kind
    let label: (any Subject, String, NumberSymbols, Bool) -> LabelInteractor
    switch kind.storage {
    case .text where kind.isMasked: label = CardLabelInteractor.init
    case .text where !kind.words.isEmpty: label = ChoiceLabelInteractor.init
    case .text: label = TextLabelInteractor.init
    case .integer: label = IntegerLabelInteractor.init
    case .decimal: label = { DecimalLabelInteractor($0, $1, symbols: $2, isGrouped: $3) }
    case .double: label = DoubleLabelInteractor.init
    case .seconds: label = DurationLabelInteractor.init
    case .percent: label = PercentLabelInteractor.init
    case .boolean: label = BooleanLabelInteractor.init
    case .written where kind == .date:
      label = { DateLabelInteractor($0, $1, dates: dates, symbols: $2, isGrouped: $3) }
    case .written where kind == .dateTime: label = DateTimeLabelInteractor.init
    case .written: label = TextLabelInteractor.init
    case .reference: label = ReferenceLabelInteractor.init
    case .list, .records: label = ListLabelInteractor.init
    }
    return label(subject, property.name, symbols, isGrouped)
  }
}

/// Shows of a payment card what may be seen: `•••• 1111`.
open class CardLabelInteractor: LabelInteractor {
  /// The last four digits after dots; nothing but dots of what is too short to be a card.
  open override func text(for value: Value) -> String { CardNumber.masked(value.description) }
}

/// Shows a day, as `2026-11-21` unless it is told another notation.
open class DateLabelInteractor: LabelInteractor {
  /// How the day is written; another one shows when the label is refreshed.
  public var dates: DateNotation

  /// Makes a label for the property of this name; it tells its view nothing before it is active.
  public init(
    _ subject: (any Subject)?, _ propertyName: String, dates: DateNotation = .iso,
    symbols: NumberSymbols = .english, isGrouped: Bool = false
  ) {
    self.dates = dates
    super.init(subject, propertyName, symbols: symbols, isGrouped: isGrouped)
  }

  /// The day in the notation of the label, and then in the digits of its symbols too.
  open override func text(for value: Value) -> String {
    guard dates != .iso, case .date = value else { return super.text(for: value) }
    let grammar = DateGrammar(order: dates.order, separator: dates.separator)
    return FieldFormat(grammar: grammar, symbols: symbols).text(for: value)
  }
}

/// Shows the items of a list of values, and how many there are in a list of records.
open class ListLabelInteractor: LabelInteractor {
  /// The items with commas between them, masked ones as they may be shown, decimals with the digits
  /// of the property; of records the count.
  ///
  /// Where a comma separates the fraction of a number, semicolons separate numbers.
  open override func text(for value: Value) -> String {
    guard case .list(let items) = value else { return super.text(for: value) }
    guard let kind = property?.kind, let item = kind.item else { return value.description }
    if item.recordType != nil { return String(items.count) }
    if kind.isMasked {
      return items.map { CardNumber.masked($0.description) }.joined(separator: ", ")
    }
    if case .percent = item { return joined(items.map { $0.text(ofPercent: item, symbols) }) }
    guard item.isNumeric else { return items.map(item.shown).joined(separator: ", ") }
    return joined(items.map(text(forNumber:)))
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
      return number.formatted(
        minimumFractionDigits: digits.fraction.lowerBound,
        maximumFractionDigits: digits.fraction.upperBound, maximumIntegerDigits: digits.integer,
        symbols: symbols, isGrouped: groupsDigits)
    }
    if case .integer(let number) = value {
      return ExactDecimal(number).formatted(
        minimumFractionDigits: 0, maximumFractionDigits: 0, maximumIntegerDigits: nil,
        symbols: symbols, isGrouped: groupsDigits)
    }
    return FieldFormat(grammar: DoubleGrammar(), symbols: symbols)
      .text(for: value)
  }
}
