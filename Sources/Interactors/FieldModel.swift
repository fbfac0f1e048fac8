public import Observation
public import Validation

/// A field for views that read their content and are redrawn when it changes, as in SwiftUI.
///
/// ```swift
/// TextField(model.traits.placeholder ?? "", text: $model.text)
///   .onSubmit { model.end() }
/// if let reason = model.reason { Text(reason.description) }
/// ```
///
/// The model is the view of its interactor. Like the interactor, it is confined to the thread that
/// created it.
@Observable
public final class FieldModel {
  /// The interactor of the field.
  @ObservationIgnored public let interactor: TextFieldInteractor
  @ObservationIgnored private let view = View()
  @ObservationIgnored private let adapter: TextFieldDelegateAdapter

  /// A number that changes with every attempted edit, even a rejected one, and with every change of
  /// the property.
  ///
  /// ``state``, ``text`` and ``selection`` depend on it, so that a view that shows a rejected key
  /// is redrawn with the field's text.
  public private(set) var revision = 0
  @ObservationIgnored private var shown: EditState
  /// The traits of the view.
  public private(set) var traits: ViewTraits
  /// Why the text is not acceptable; nil if it is, or if the reason should not be shown yet.
  public private(set) var reason: Reason?
  /// Why the last key or edit was rejected; nil if it was accepted.
  public private(set) var rejection: Rejection?
  /// Whether the field is being edited.
  public private(set) var isEditing = false

  private final class View: TextFieldView {
    weak var model: FieldModel?

    func configureView(_ traits: ViewTraits) { model?.traits = traits }
    func updateView(_ state: EditState) { model?.update(state) }
  }

  /// Creates a model, sets it as the view of the field, and activates the field.
  public init(_ interactor: TextFieldInteractor) {
    self.interactor = interactor
    adapter = TextFieldDelegateAdapter(interactor)
    shown = interactor.state
    traits = interactor.traits
    view.model = self
    interactor.view = view
    interactor.activate()
  }

  /// The text and the selection.
  public var state: EditState {
    _ = revision
    return shown
  }

  /// The displayed text; setting it attempts an edit, which the field may reject.
  public var text: String {
    get { state.text }
    set {
      guard !newValue.hasSameScalars(as: interactor.text) else { return }
      adapter.textFieldDidChange(to: newValue)
      rejection = adapter.rejection
      update(interactor.state)
    }
  }

  /// The selection; an offset out of bounds means the end of the text.
  public var selection: Selection {
    get { state.selection }
    set { press(.select(newValue.anchor, newValue.caret)) }
  }

  /// Handles a key; a rejected key sets ``rejection``.
  @discardableResult
  public func press(_ key: Key) -> Outcome {
    let outcome = interactor.press(key)
    if case .rejected(let rejection) = outcome {
      self.rejection = rejection
    } else {
      rejection = nil
    }
    update(interactor.state)
    return outcome
  }

  /// Ends editing, by default in the same way as Return.
  @discardableResult
  public func end(_ cause: EditingEnd = .onReturn) -> ReturnOutcome {
    let outcome = interactor.end(cause)
    rejection = nil
    update(interactor.state)
    if isEditing, let refusal = outcome.reason { reason = refusal }
    return outcome
  }

  /// Cancels editing, and restores the value that the property had before.
  public func cancel() {
    interactor.cancel()
    rejection = nil
    update(interactor.state)
  }

  private func update(_ state: EditState) {
    revision += 1
    shown = state
    isEditing = interactor.isEditing
    reason = interactor.shownReason
  }
}

/// A label for views that read their content and are redrawn when it changes, as in SwiftUI.
///
/// ```swift
/// let label = LabelModel(IntegerLabelInteractor(ada, \.age))
/// Text(label.text)
/// ```
///
/// The model is the view of its interactor. Like the interactor, it is confined to the thread that
/// created it.
@Observable
public final class LabelModel {
  /// The interactor of the label.
  @ObservationIgnored public let interactor: LabelInteractor
  @ObservationIgnored private let view = View()
  /// The text to show.
  public private(set) var text: String
  /// The traits of the view.
  public private(set) var traits: ViewTraits

  private final class View: LabelView {
    weak var model: LabelModel?

    func configureView(_ traits: ViewTraits) { model?.traits = traits }
    func updateView(_ text: String) { model?.text = text }
  }

  /// Creates a model, sets it as the view of the label, and activates the label.
  public init(_ interactor: LabelInteractor) {
    self.interactor = interactor
    text = interactor.text
    traits = interactor.traits
    view.model = self
    interactor.view = view
    interactor.activate()
  }
}
