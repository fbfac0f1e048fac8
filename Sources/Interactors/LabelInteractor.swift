public import Records
public import Validation

/// Shows a property as text, and follows it while active.
open class LabelInteractor: PropertyInteractor {
  /// What the label says where the property has no value.
  public final var nilText = "«nil»" { didSet { refresh() } }

  /// The symbols with which numbers are shown.
  public final var symbols: NumberSymbols { didSet { refresh() } }

  /// Whether the digits of numbers are shown in groups.
  public final var isGrouped: Bool { didSet { refresh() } }

  /// Where the text is shown; the label does not keep it alive.
  public final weak var view: (any LabelView)? {
    didSet {
      guard let view else { return }
      view.configureView(ViewTraits(property?.kind ?? .text, isEditable: false))
      if isActive { view.updateView(text) }
    }
  }

  /// Makes a label for the property of this name; it tells its view nothing before it is active.
  public init(
    _ subject: any Subject, _ propertyName: String, symbols: NumberSymbols = .english,
    isGrouped: Bool = false
  ) {
    self.symbols = symbols
    self.isGrouped = isGrouped
    super.init(subject, propertyName)
  }

  /// What the label says now.
  public final var text: String { value.map(text(for:)) ?? nilText }

  /// What the label says for a value; subclasses say it their own way.
  open func text(for value: Value) -> String { value.description }

  /// Gives the view the text anew, if the label is active.
  open override func propertyDidChange() { refresh() }

  private func refresh() {
    if isActive { view?.updateView(text) }
  }
}

/// Shows a text as it is.
public final class TextLabelInteractor: LabelInteractor {}

/// Shows `true` or `false`.
public final class BooleanLabelInteractor: LabelInteractor {}

extension LabelInteractor {
  /// Makes the label that suits the kind of a property.
  ///
  /// - Parameter digits: those of a number to show, where they are not the property's own.
  public static func label(
    _ subject: any Subject, _ property: Property, digits: DecimalDigits? = nil,
    symbols: NumberSymbols = .english, isGrouped: Bool = false
  ) -> LabelInteractor {
    if let digits, property.kind.isNumber {
      return DecimalLabelInteractor(
        subject, property.name, digits: digits, symbols: symbols, isGrouped: isGrouped)
    }
    let label: (any Subject, String, NumberSymbols, Bool) -> LabelInteractor =
      switch property.kind {
      case .text: TextLabelInteractor.init
      case .integer: IntegerLabelInteractor.init
      case .decimal: { DecimalLabelInteractor($0, $1, symbols: $2, isGrouped: $3) }
      case .double: DoubleLabelInteractor.init
      case .boolean: BooleanLabelInteractor.init
      }
    return label(subject, property.name, symbols, isGrouped)
  }
}
