import Foundation
import Interactors
import Validation

final class FieldControl: NSTextField, NSTextFieldDelegate, @MainActor TextFieldView {
  private var adapter: TextFieldDelegateAdapter?

  func show(_ interactor: TextFieldInteractor) {
    adapter = TextFieldDelegateAdapter(interactor)
    delegate = self
    interactor.view = self
  }

  func configureView(_ traits: ViewTraits) {
    alignment = traits.alignment == .trailing ? .right : .natural
    isAutomaticTextCompletionEnabled = traits.correctsText
    placeholderString = traits.placeholder
  }

  func updateView(_ state: EditState) {
    stringValue = state.text
    if let adapter { currentEditor()?.selectedRange = adapter.selectedRange }
  }

  func controlTextDidBeginEditing(_ notification: Notification) {
    adapter?.textFieldDidBeginEditing()
  }
  func controlTextDidChange(_ notification: Notification) {
    adapter?.textFieldDidChange(to: stringValue)
    if let interactor = adapter?.interactor { updateView(interactor.state) }
  }
  func control(_ control: NSControl, textShouldEndEditing editor: NSText) -> Bool {
    adapter?.textFieldShouldReturn() ?? true
  }
  func controlTextDidEndEditing(_ notification: Notification) { adapter?.textFieldDidEndEditing() }
}
