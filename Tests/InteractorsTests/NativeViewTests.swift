import Foundation
import Interactors
import Records
import TestSupport
import Testing
import Validation

/// Compiles and tests the views of the manual.
@MainActor @Suite struct NativeViewTests {
  private let person = Person()

  private var field: TextFieldInteractor {
    let field = IntegerTextFieldInteractor(person, "age", in: 0...99)
    field.activate()
    return field
  }

  @Test func aTextFieldOfUIKitShowsWhatTheFieldMadeOfAKey() {
    let view = FieldView()
    view.adapter = TextFieldDelegateAdapter(field)
    expectEqual(view.keyboardType, .numberPad)
    expectEqual(view.autocorrectionType, .no)
    for key in ["4", "x", "2", "7"] { view.insertText(key) }
    expectEqual(view.text, "42")
    expectEqual(person.age, 42)
    expectEqual(view.selectedTextRange?.range, NSRange(location: 2, length: 0))
    #expect(view.textFieldShouldReturn(view))
    view.selectedTextRange = UITextRange(NSRange(location: 0, length: 2))
    view.markedTextRange = view.selectedTextRange
    view.insertText("७")
    expectEqual(view.text, "७", "a text that is being composed is left alone")
    expectEqual(person.age, 42)
    view.text = "7"
    view.markedTextRange = nil
    expectEqual(person.age, 7)
    view.textFieldDidEndEditing(view)
  }

  @Test func aTextFieldOfAppKitShowsWhatTheFieldMadeOfAKey() {
    let view = FieldControl()
    view.show(field)
    for key in ["4", "x", "2", "7"] { view.insertText(key) }
    expectEqual(view.stringValue, "42")
    expectEqual(person.age, 42)
    expectEqual(view.editor.selectedRange, NSRange(location: 2, length: 0))
    #expect(view.control(view, textShouldEndEditing: view.editor))
    view.controlTextDidEndEditing(Notification(name: Notification.Name("end")))
    expectEqual(person.age, 42)
  }

  @Test(arguments: ["UIKit", "AppKit"])
  func theManualShowsTheCodeThatIsCompiledHere(library: String) throws {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let root = here.deletingLastPathComponent().deletingLastPathComponent()
    let source = try String(
      contentsOf: here.appending(path: "\(library)FieldView.swift"), encoding: .utf8)
    let article = try String(
      contentsOf: root.appending(path: "Sources/Interactors/Interactors.docc/NativeViews.md"),
      encoding: .utf8)
    let code = source.split(separator: "\n").drop { !$0.hasPrefix("final class") }
    let shown = Set(article.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } })
    for line in code {
      #expect(shown.contains(line.trimmingPrefix { $0 == " " }), "\(line)")
    }
    #expect((10...(library == "UIKit" ? 25 : 45)).contains(code.count))
  }
}
