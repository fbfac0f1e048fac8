public import Observation

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
