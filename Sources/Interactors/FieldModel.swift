public import Observation
public import Validation

/// A field for views that read what they show and are drawn again when it changes, as those of
/// SwiftUI are.
///
/// ```swift
/// TextField(model.traits.placeholder ?? "", text: $model.text)
///   .onSubmit { model.commit() }
/// if let reason = model.reason { Text(reason.description) }
/// ```
///
/// The model is the view of its interactor. Like that it is confined to the thread that made it.
@Observable
public final class FieldModel {
  /// What the field is for.
  @ObservationIgnored public let interactor: TextFieldInteractor
  /// Where the interactor shows the text.
  @ObservationIgnored private let view = View()
  /// Takes what a view has made of the text.
  @ObservationIgnored private let adapter: TextFieldDelegateAdapter

  /// Changes with every edit that is offered, also if the edit is rejected or leaves the text as it
  /// was, and with every change of the property.
  ///
  /// ``state``, ``text`` and ``selection`` read it. A view that has put a rejected key into its own
  /// text is so drawn again, with the text of the field.
  public private(set) var revision = 0
  @ObservationIgnored private var shown: EditState
  /// What a view should be like.
  public private(set) var traits: ViewTraits
  /// Why the text is not acceptable, where it is time to say so.
  public private(set) var reason: Reason?
  /// Why the last key or edit was refused; nil if it was taken.
  public private(set) var rejection: Rejection?
  /// Whether an editing is under way.
  public private(set) var isEditing = false

  private final class View: TextFieldView {
    weak var model: FieldModel?

    func configureView(_ traits: ViewTraits) { model?.traits = traits }
    func updateView(_ state: EditState) { model?.update(state) }
  }

  /// Makes a model of a field, whose view it becomes; activates the field.
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

  /// The text as displayed; what a view sets is offered to the field as one edit, and not taken if
  /// that is refused.
  public var text: String {
    get { state.text }
    set {
      guard !newValue.hasSameScalars(as: interactor.text) else { return }
      adapter.textFieldDidChange(to: newValue)
      rejection = adapter.rejection
      update(interactor.state)
    }
  }

  /// What is selected; one out of bounds is moved into the text.
  public var selection: Selection {
    get { state.selection }
    set { press(.select(newValue.anchor, newValue.caret)) }
  }

  /// Presses a key.
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

  /// Return: ends the editing if the text is acceptable.
  @discardableResult
  public func commit() -> ReturnOutcome {
    let outcome = interactor.endEditing()
    rejection = nil
    update(interactor.state)
    if let refusal = outcome.reason { reason = refusal }
    return outcome
  }

  /// Takes back the editing.
  public func cancel() {
    interactor.cancelEditing()
    rejection = nil
    update(interactor.state)
  }

  /// The focus is lost: what Return would keep is kept, anything else goes.
  public func loseFocus() {
    interactor.loseFocus()
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
