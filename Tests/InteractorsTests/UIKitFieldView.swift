import Foundation
import Interactors
import Validation

final class FieldView: UITextField, UITextFieldDelegate, @MainActor TextFieldView {
  var adapter: TextFieldDelegateAdapter! {
    didSet { (delegate, adapter.interactor.view) = (self, self) }
  }

  func configureView(_ traits: ViewTraits) {
    keyboardType = [.number: .numberPad, .decimal: .decimalPad][traits.keyboard] ?? .default
    autocorrectionType = traits.correctsText ? .default : .no
  }
  func updateView(_ state: EditState) {
    text = state.text
    selectedTextRange = adapter.selection(
      from: beginningOfDocument, position(from:offset:), textRange(from:to:))
  }
  func textField(
    _ field: UITextField, shouldChangeCharactersIn range: NSRange, replacementString new: String
  ) -> Bool {
    adapter.textField(shouldChangeCharactersIn: [range], replacementString: new)
  }
  func textFieldDidChangeSelection(_ field: UITextField) {
    adapter.isComposing = markedTextRange != nil
    adapter.textFieldDidChange(to: text ?? "")
  }
  func textFieldShouldReturn(_ field: UITextField) -> Bool { adapter.textFieldShouldReturn() }
  func textFieldDidEndEditing(_ field: UITextField) { adapter.textFieldDidEndEditing() }
}
