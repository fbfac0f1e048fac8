import Foundation
import Interactors
import Records
import Validation

/// A text field like UIKit's, which changes its text if its delegate agrees.
final class NativeField: TextFieldView {
  var text: NSString = ""
  let adapter: TextFieldDelegateAdapter

  init(_ interactor: TextFieldInteractor) {
    adapter = TextFieldDelegateAdapter(interactor)
    interactor.view = self
  }

  convenience init(_ subject: any PropertySubject, _ property: String) {
    self.init(TextFieldInteractor(subject, subject.property(named: property)!))
  }

  func configureView(_ traits: ViewTraits) {}
  func updateView(_ state: EditState) { text = state.text as NSString }

  func insert(_ string: String, _ location: Int, _ length: Int = 0) {
    let range = NSRange(location: location, length: length)
    let isItsOwn = adapter.textField(shouldChangeCharactersIn: [range], replacementString: string)
    if isItsOwn { text = text.replacingCharacters(in: range, with: string) as NSString }
    if isItsOwn { adapter.textFieldDidChange(to: text as String) }
  }

  /// Inserts text like an input method that is still composing.
  func compose(_ string: String, _ location: Int, _ length: Int = 0) {
    adapter.isComposing = true
    insert(string, location, length)
  }

  func commit() {
    adapter.isComposing = false
    adapter.textFieldDidChange(to: text as String)
  }
}
