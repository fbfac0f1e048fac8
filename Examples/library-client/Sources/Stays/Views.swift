import Interactors
import Validation

public final class GuestView: LabelView {
  public private(set) var text = ""

  public init() {}
  public func configureView(_ traits: ViewTraits) {}
  public func updateView(_ text: String) { self.text = text }
}

public final class DayView: TextFieldView {
  public private(set) var text = ""
  public private(set) var placeholder: String?

  public init() {}
  public func configureView(_ traits: ViewTraits) { placeholder = traits.placeholder }
  public func updateView(_ state: EditState) { text = state.text }
}
