import Interactors
import Records
import TestSupport
import Testing
import Validation
import ValidationTests

extension CornerCase {
  static let editing: [CornerCase] = [
    CornerCase(5, "backspace at the start does nothing, and nobody is told") {
      try FieldScene.play("age", .integer(123)) { scene in
        scene.press(.home)
        #expect(scene.press(.backspace))
        expectEqual(scene.state, "^123")
        expectEqual(scene.heard, [])
        #expect(!scene.field.hasEdits)
      }
    },
    CornerCase(56, "Return writes a number that ends in its separator as it is written elsewhere") {
      for (least, text) in [(0, "1"), (1, "1.0")] {
        let field = {
          DecimalTextFieldInteractor(
            $0, "height", minimumFractionDigits: least, maximumFractionDigits: 2)
        }
        try FieldScene.play("height", .decimal(.zero), field: field) { scene in
          scene.press(.clear)
          scene.field.type("1.")
          expectEqual(scene.value, .decimal(decimal("1")))
          expectEqual(scene.field.end(), .ended)
          expectEqual(scene.field.text, text)
          expectEqual(scene.value, .decimal(decimal("1")))
        }
      }
    },
    CornerCase(93, "Return refuses what is out of the range, and the property keeps its value") {
      let field = { IntegerTextFieldInteractor($0, "age", in: 10...99) }
      try FieldScene.play("age", .integer(42), field: field) { scene in
        scene.press(.backspace)
        expectEqual(scene.field.text, "4")
        guard case .refused(let violation) = scene.field.end() else {
          Issue.record("4 is not in 10...99")
          return
        }
        #expect(violation.message.contains("10"))
        #expect(scene.field.isEditing)
        expectEqual(scene.field.text, "4")
        scene.field.end(.onFocusLoss)
        expectEqual(scene.field.text, "42")
        expectEqual(scene.heard, [])
      }
    },
    CornerCase(99, "the change that a key makes comes not back to rewrite what was typed") {
      try FieldScene.play("height", .decimal(decimal("1"))) { scene in
        expectEqual(scene.field.text, "1.0")
        scene.press(.backspace)
        expectEqual(scene.state, "1.^")
        scene.field.type("05")
        expectEqual(scene.state, "1.05^")
        expectEqual(scene.value, .decimal(decimal("1.05")))
        expectEqual(scene.heard, [.decimal(decimal("1.05"))])
        scene.press(.undo)
        expectEqual(scene.state, "1.0^")
        scene.press(.clear)
        scene.field.type("2")
        expectEqual(scene.state, "2^")
      }
    },
    CornerCase(100, "an observer that sets the same value again leaves the text alone") {
      try FieldScene.play("height", .decimal(decimal("2"))) { scene in
        scene.whenChanged { [unowned scene] in try scene.set($0) }
        scene.press(.clear)
        scene.field.type("1.")
        expectEqual(scene.state, "1.^")
        scene.field.type("05")
        expectEqual(scene.state, "1.05^")
        expectEqual(scene.value, .decimal(decimal("1.05")))
      }
    },
    CornerCase(102, "Return fills up the fraction, which is no change of the value") {
      let field = {
        DecimalTextFieldInteractor(
          $0, "height", minimumFractionDigits: 2, maximumFractionDigits: 2)
      }
      try FieldScene.play("height", .decimal(decimal("10.5")), field: field) { scene in
        expectEqual(scene.field.text, "10.50")
        scene.press(.backspace)
        expectEqual(scene.state, "10.5^")
        expectEqual(scene.field.end(), .ended)
        expectEqual(scene.field.text, "10.50")
        expectEqual(scene.heard, [])
      }
    },
    CornerCase(123, "a paste over the same text changes nothing, and nobody is told") {
      try FieldScene.play("height", .decimal(decimal("12.5"))) { scene in
        scene.press(.selectAll)
        #expect(scene.press(.paste("12.5")))
        expectEqual(scene.state, "12.5^")
        expectEqual(scene.heard, [])
        #expect(!scene.field.hasEdits)
      }
    },
    CornerCase(130, "undo right after a refused paste has nothing to undo") {
      try FieldScene.play("age", .integer(12)) { scene in
        #expect(!scene.press(.paste("x")))
        #expect(scene.press(.undo))
        expectEqual(scene.state, "12^")
        #expect(scene.press(.redo))
        expectEqual(scene.state, "12^")
        expectEqual(scene.heard, [])
      }
    },
    CornerCase(131, "undo brings back text, selection and value from before the groups moved") {
      let field = { IntegerTextFieldInteractor($0, "age", in: 0...9_999_999, isGrouped: true) }
      try FieldScene.play("age", .integer(123_456), field: field) { scene in
        scene.press(.select(2, 1))
        let before = scene.field.state
        scene.field.type("98")
        expectEqual(scene.state, "1,98^3,456")
        scene.press(.undo)
        expectEqual(scene.state, "19^3,456")
        scene.press(.undo)
        expectEqual(scene.field.state, before)
        scene.press(.redo)
        scene.press(.redo)
        expectEqual(scene.state, "1,98^3,456")
        let values = [193_456, 1_983_456, 193_456, 123_456, 193_456, 1_983_456]
        expectEqual(scene.heard, values.map { .integer($0) })
      }
    },
    CornerCase(132, "the property gets the value of the whole text, not of the key") {
      try FieldScene.play("age", .integer(12)) { scene in
        scene.field.type("3")
        expectEqual(scene.value, .integer(123))
        expectEqual(scene.heard, [.integer(123)])
      }
    },
    CornerCase(133, "an emptied field of a Double gives it the default of a Double, or its own") {
      try FieldScene.play("weight", .double(0.5)) { scene in
        scene.press(.clear)
        expectEqual(scene.state, "^")
        expectEqual(scene.value, .double(0))
        expectEqual(scene.heard, [.double(0)])
      }
      let record = try record(
        Property("rate", .double, default: .value(.double(1.5))), values: ["rate": .double(2)])
      let field = TextFieldInteractor(record, record.property(named: "rate")!)
      field.press(.clear)
      expectEqual(record["rate"], .double(1.5))
    },
    CornerCase(134, "the last digit deleted makes an optional property nil, and its label says so")
    {
      try FieldScene.play("age", .integer(5)) { scene in
        scene.press(.backspace)
        expectEqual(scene.state, "^")
        #expect(scene.value == nil)
        expectEqual(scene.heard, [nil])
        expectEqual(scene.label.text, "«nil»")
        expectEqual(scene.field.end(), .ended)
        expectEqual(scene.field.text, "")
      }
    },
    CornerCase(135, "an emptied field stays empty, and shows the default when the editing ends") {
      try FieldScene.play("count", .integer(5)) { scene in
        scene.press(.backspace)
        expectEqual(scene.state, "^")
        expectEqual(scene.value, .integer(0))
        expectEqual(scene.heard, [.integer(0)])
        expectEqual(scene.label.text, "0")
        scene.field.type("7")
        expectEqual(scene.state, "7^")
        scene.press(.backspace)
        expectEqual(scene.field.fieldState, .acceptable)
        expectEqual(scene.field.end(), .ended)
        expectEqual(scene.field.text, "0")
      }
    },
    CornerCase(136, "a text without a value leaves the property as it was") {
      for name in ["age", "count"] {
        try FieldScene.play(name, .integer(5)) { scene in
          scene.press(.selectAll)
          scene.field.type("-")
          expectEqual(scene.state, "-^")
          #expect(scene.isIncomplete)
          expectEqual(scene.value, .integer(5))
          expectEqual(scene.heard, [])
        }
      }
      // A deleted whole part counts as zero.
      for (value, places, text, left) in [("1.5", 1, "^.5", "0.5"), ("-1.5", 2, "-^.5", "-0.5")] {
        try FieldScene.play("height", .decimal(decimal(value))) { scene in
          scene.press(.go(places))
          scene.press(.backspace)
          expectEqual(scene.state, text)
          #expect(!scene.isIncomplete)
          expectEqual(scene.value, .decimal(decimal(left)))
          expectEqual(scene.heard, [.decimal(decimal(left))])
        }
      }
    },
    CornerCase(137, "a change from elsewhere to the same value keeps text, caret and undo") {
      try FieldScene.play("height", .decimal(decimal("2"))) { scene in
        scene.press(.clear)
        scene.field.type("1.")
        scene.press(.left)
        try scene.set(.decimal(decimal("1.0")))
        expectEqual(scene.state, "1^.")
        scene.press(.undo)
        expectEqual(scene.state, "1^")
      }
    },
    CornerCase(138, "a change from elsewhere to another value is shown, and undo is forgotten") {
      try FieldScene.play("age", .integer(5)) { scene in
        scene.field.type("0")
        scene.press(.home)
        try scene.set(.integer(77))
        expectEqual(scene.state, "77^")
        expectEqual(scene.view.states.last?.text, "77")
        scene.press(.undo)
        scene.press(.redo)
        expectEqual(scene.state, "77^")
        scene.field.type("0")
        scene.field.cancel()
        expectEqual(scene.value, .integer(77))
      }
    },
    CornerCase(139, "one key that is taken is one change of the value or none, a refused one none")
    {
      try FieldScene.play("height", .decimal(.zero)) { scene in
        scene.press(.clear)
        let counts = "x12.504.y".map { key in
          let before = scene.heard.count
          scene.field.type(String(key))
          return scene.heard.count - before
        }
        expectEqual(scene.state, "12.504^")
        expectEqual(counts, [0, 1, 1, 0, 1, 0, 1, 0, 0])
      }
    },
    CornerCase(140, "an observer that corrects the property has the last word, once") {
      try FieldScene.play("age", nil) { scene in
        scene.whenChanged { [unowned scene] value in
          if case .integer(let age)? = value, age > 99 { try scene.set(.integer(99)) }
        }
        scene.field.type("123")
        expectEqual(scene.value, .integer(99))
        expectEqual(scene.state, "99^")
        expectEqual(scene.heard.filter { $0 == .integer(99) }.count, 1)
        expectEqual(scene.heard.count, 4)
      }
    },
    CornerCase(141, "another locale writes anew what is shown, and what is being typed") {
      let german = try #require(NumberSymbols(localeIdentifier: "de_DE"))
      try FieldScene.play("height", .decimal(decimal("1.5"))) { scene in
        let property = try #require(scene.field.property)
        let (old, new) = (scene.field.format, FieldFormat(property, symbols: german))
        scene.field.format = new
        scene.label.symbols = german
        expectEqual(scene.field.text, "1,5")
        expectEqual(scene.label.text, "1,5")
        scene.field.format = old
        scene.press(.left)
        scene.field.type("2")
        expectEqual(scene.state, "1.2^5")
        scene.field.format = new
        expectEqual(scene.state, "1,2^5")
        expectEqual(scene.view.states.last?.text, "1,25")
        expectEqual(scene.field.fieldState, .acceptable)
        scene.press(.undo)
        expectEqual(scene.state, "1,^5")
        scene.field.type("7")
        expectEqual(scene.field.end(), .ended)
        expectEqual(scene.field.text, "1,75")
        let values = ["1.25", "1.5", "1.75"].map { Value.decimal(decimal($0)) }
        expectEqual(scene.heard, values)
      }
    },
  ]
}
