import Foundation
import Interactors
import Validation

final class FieldView: UITextField, UITextFieldDelegate, @MainActor TextFieldView {
  private var adapter: TextFieldDelegateAdapter?

  func show(_ interactor: TextFieldInteractor) {
    let adapter = TextFieldDelegateAdapter(interactor)
    self.adapter = adapter
    delegate = self
    addAction(
      UIAction { [unowned self] _ in
        adapter.isComposing = markedTextRange != nil
        adapter.textFieldDidChange(to: text ?? "")
      }, for: .editingChanged)
    interactor.view = self
  }

  func configureView(_ traits: ViewTraits) {
    keyboardType = [.number: .numberPad, .decimal: .decimalPad][traits.keyboard] ?? .default
    textAlignment = traits.alignment == .trailing ? .right : .natural
    autocorrectionType = traits.correctsText ? .default : .no
    placeholder = traits.placeholder
    clearButtonMode = traits.hasClearButtonWhileEditing ? .whileEditing : .never
  }

  func updateView(_ state: EditState) {
    text = state.text
    guard let range = adapter?.selectedRange,
      let start = position(from: beginningOfDocument, offset: range.location),
      let end = position(from: start, offset: range.length)
    else { return }
    selectedTextRange = textRange(from: start, to: end)
  }

  func textField(
    _ field: UITextField, shouldChangeCharactersIn range: NSRange, replacementString text: String
  ) -> Bool {
    adapter?.isComposing = markedTextRange != nil
    return adapter?.textField(shouldChangeCharactersIn: [range], replacementString: text) ?? true
  }
  func textFieldDidBeginEditing(_ field: UITextField) { adapter?.textFieldDidBeginEditing() }
  func textFieldShouldClear(_ field: UITextField) -> Bool {
    adapter?.textFieldShouldClear() ?? true
  }
  func textFieldShouldReturn(_ field: UITextField) -> Bool {
    adapter?.textFieldShouldReturn() ?? true
  }
  func textFieldDidEndEditing(_ field: UITextField) { adapter?.textFieldDidEndEditing() }
}
