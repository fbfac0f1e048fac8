import Foundation

// The parts of UIKit and AppKit used by the views in the manual, with the same isolation.

// MARK: UIKit

enum UIKeyboardType { case `default`, numberPad, decimalPad }
enum NSTextAlignment { case right, natural }
enum UITextAutocorrectionType { case `default`, no }
final class UITextPosition {
  let offset: Int
  init(_ offset: Int) { self.offset = offset }
}
final class UITextRange {
  let range: NSRange
  init(_ range: NSRange) { self.range = range }
}

@MainActor protocol UITextFieldDelegate: AnyObject {
  func textField(
    _ field: UITextField, shouldChangeCharactersIn range: NSRange, replacementString text: String
  ) -> Bool
  func textFieldDidChangeSelection(_ field: UITextField)
  func textFieldShouldReturn(_ field: UITextField) -> Bool
  func textFieldDidEndEditing(_ field: UITextField)
}

@MainActor class UITextField {
  weak var delegate: (any UITextFieldDelegate)?
  var text: String? { didSet { delegate?.textFieldDidChangeSelection(self) } }
  var keyboardType = UIKeyboardType.default
  var autocorrectionType = UITextAutocorrectionType.default
  var markedTextRange: UITextRange? { didSet { delegate?.textFieldDidChangeSelection(self) } }
  var selectedTextRange: UITextRange? { didSet { delegate?.textFieldDidChangeSelection(self) } }

  let beginningOfDocument = UITextPosition(0)

  func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
    UITextPosition(position.offset + offset)
  }
  func textRange(from start: UITextPosition, to end: UITextPosition) -> UITextRange? {
    UITextRange(NSRange(location: start.offset, length: end.offset - start.offset))
  }

  func insertText(_ string: String) {
    let range =
      selectedTextRange?.range ?? NSRange(location: (text ?? "").utf16.count, length: 0)
    guard
      delegate?.textField(self, shouldChangeCharactersIn: range, replacementString: string) ?? true
    else { return }
    text = (text ?? "" as String).replacing(range, with: string)
  }
}

// MARK: AppKit

@MainActor class NSText {
  var selectedRange = NSRange(location: 0, length: 0)
}

@MainActor protocol NSTextFieldDelegate: AnyObject {
  func controlTextDidBeginEditing(_ notification: Notification)
  func controlTextDidChange(_ notification: Notification)
  func control(_ control: NSControl, textShouldEndEditing editor: NSText) -> Bool
  func controlTextDidEndEditing(_ notification: Notification)
}

@MainActor class NSControl {
  var stringValue = ""
  let editor = NSText()
  func currentEditor() -> NSText? { editor }
}

@MainActor class NSTextField: NSControl {
  weak var delegate: (any NSTextFieldDelegate)?
  var alignment = NSTextAlignment.natural
  var isAutomaticTextCompletionEnabled = true
  var placeholderString: String?

  /// The view has changed its text before it notifies.
  func insertText(_ string: String) {
    stringValue = stringValue.replacing(editor.selectedRange, with: string)
    delegate?.controlTextDidChange(Notification(name: Notification.Name("NSControlTextDidChange")))
  }
}

extension String {
  fileprivate func replacing(_ range: NSRange, with string: String) -> String {
    (self as NSString).replacingCharacters(in: range, with: string)
  }
}
