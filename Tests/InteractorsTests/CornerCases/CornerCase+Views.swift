import Foundation
import Interactors
import Records
import TestSupport
import Testing
import Validation
import ValidationTests

extension CornerCase {
  static let views: [CornerCase] = [
    CornerCase(17, "a range that is not in the text, or ends inside a character, is refused") {
      let format = FieldFormat(grammar: IntegerGrammar())
      let state = EditState(text: "1", selection: Selection(caret: 1))
      let beyond = [[0..<121], [2..<2], [-1..<0], [Int.max..<Int.max], [0..<0, 1..<2], []]
      for ranges in beyond {
        for replacement in ["", "1"] {
          let edit = Edit(ranges: ranges, replacement: replacement, isTyped: false)
          if case .rejected = format.outcome(of: edit, in: state) { continue }
          Issue.record("\(ranges) is not refused")
        }
      }
      let person = Person()
      let field = NativeField(person, "name")
      field.insert("a👍🏽b", 0)
      let places = [
        (0, 121), (7, 0), (NSNotFound, 0), (1, Int.max), (-1, 1), (1, -1), (2, 0), (3, 0), (4, 0),
        (1, 1), (2, 3),
      ]
      for (location, length) in places {
        let range = NSRange(location: location, length: length)
        for replacement in ["", "x"] {
          #expect(
            !field.adapter.textField(
              shouldChangeCharactersIn: [range], replacementString: replacement))
          #expect(field.adapter.rejection != nil, "\(range)")
        }
      }
      expectEqual(field.text, "a👍🏽b")
      expectEqual(person.name, "a👍🏽b")
      field.insert("x", 5)
      field.insert("", 1, 4)
      expectEqual(person.name, "axb")
    },
    CornerCase(124, "autofill that tries a field out with nothing or a space is let to fill it") {
      for probe in ["", " "] {
        let person = Person()
        let field = NativeField(person, "age")
        let range = NSRange(location: 0, length: 0)
        #expect(
          field.adapter.textField(shouldChangeCharactersIn: [range], replacementString: probe))
        field.text = probe as NSString
        field.adapter.textFieldDidChange(to: probe)
        #expect(person.age == nil)
        // The view assumes that the space was inserted.
        field.insert("42", 0, probe.utf16.count)
        expectEqual(person.age, 42)
        expectEqual(field.text, "42")
      }
      let format = FieldFormat(grammar: IntegerGrammar())
      var editor = FieldEditor(format: format, text: "")
      expectEqual(editor.press(.paste("")), .accepted(editor.state, .empty))
      guard case .rejected = editor.press(.paste(" ")) else {
        Issue.record("a space is no number")
        return
      }
    },
    CornerCase(126, "what is dragged to another place in a field is one edit, and one to undo") {
      let person = Person()
      for (text, dropped) in [("123456", "345612"), ("120", "12")] {
        let field = NativeField(person, "age")
        field.adapter.interactor.press(.clear)
        field.insert(text, 0)
        var heard: [Value?] = []
        let handler = person.propertyChanged.add { _, change in heard.append(change.new) }
        let ranges = [
          NSRange(location: text.utf16.count, length: 0), NSRange(location: 0, length: 2),
        ]
        #expect(
          !field.adapter.textField(
            shouldChangeCharactersIn: ranges, replacementString: String(text.prefix(2))))
        expectEqual(field.text as String, dropped)
        expectEqual(person.age, Int(dropped))
        expectEqual(heard, [.integer(Int(dropped)!)])
        field.adapter.interactor.press(.undo)
        expectEqual(field.text as String, text)
        expectEqual(person.age, Int(text))
        let event = person.propertyChanged
        event -= handler
      }
    },
    CornerCase(127, "what an input method composes is judged when it is done, and then as a whole")
    {
      let person = Person()
      let names = NativeField(person, "name")
      names.insert("a", 0)
      names.compose("k", 1)
      names.compose("か", 1, 1)
      expectEqual(person.name, "a")
      expectEqual(names.text, "aか")
      names.commit()
      expectEqual(person.name, "aか")

      let ages = NativeField(person, "age")
      ages.insert("4", 0)
      ages.compose("ㄨ", 1)
      ages.compose("ㄨㄤ", 1, 1)
      ages.commit()
      expectEqual(ages.text, "4")
      #expect(ages.adapter.rejection != nil)
      expectEqual(person.age, 4)
      ages.compose("２", 1)
      ages.commit()
      expectEqual(ages.text, "42")
      expectEqual(person.age, 42)
    },
    CornerCase(128, "a range behind what is being composed is the view's, and later out of bounds")
    {
      let person = Person()
      let field = NativeField(person, "name")
      field.compose("ㄨ", 0)
      field.compose("ㄨㄤ", 0, 1)
      // The view names the end of the composed text, where it named the whole text before.
      let end = [NSRange(location: 2, length: 0)]
      #expect(field.adapter.textField(shouldChangeCharactersIn: end, replacementString: "王"))
      #expect(field.adapter.rejection == nil)
      field.text = "王"
      field.commit()
      expectEqual(person.name, "王")
      #expect(!field.adapter.textField(shouldChangeCharactersIn: end, replacementString: "x"))
      #expect(field.adapter.rejection != nil)
      expectEqual(field.text, "王")
    },
    CornerCase(129, "of several ranges the first is replaced, the others go, and all is judged") {
      let person = Person()
      let names = NativeField(person, "name")
      for (ranges, text) in [
        ([NSRange(location: 1, length: 1), NSRange(location: 4, length: 2)], "aXcd"),
        ([NSRange(location: 4, length: 2), NSRange(location: 0, length: 1)], "bcdX"),
      ] {
        names.adapter.interactor.press(.clear)
        names.insert("abcdef", 0)
        #expect(!names.adapter.textField(shouldChangeCharactersIn: ranges, replacementString: "X"))
        expectEqual(names.text as String, text)
        expectEqual(person.name, text)
      }
      let ages = NativeField(person, "age")
      ages.insert("123456", 0)
      let ranges = [NSRange(location: 1, length: 1), NSRange(location: 3, length: 1)]
      #expect(!ages.adapter.textField(shouldChangeCharactersIn: ranges, replacementString: "x"))
      #expect(ages.adapter.rejection != nil)
      expectEqual(person.age, 123456)
      #expect(!ages.adapter.textField(shouldChangeCharactersIn: ranges, replacementString: ""))
      expectEqual(person.age, 1356)
    },
  ]
}
