import Interactors
import Records
import TestSupport
import Testing
import Validation
import ValidationTests

extension CornerCase {
  private static func symbols(_ locale: String) throws -> NumberSymbols {
    try #require(NumberSymbols(localeIdentifier: locale))
  }

  static let labels: [CornerCase] = [
    CornerCase(103, "a number set by a program is written in digits that a field can read") {
      let small = { DecimalTextFieldInteractor($0, "weight", maximumFractionDigits: 8) }
      for field in [nil, small] as [((any PropertySubject) -> TextFieldInteractor)?] {
        try FieldScene.play("weight", .double(1e-8), field: field) { scene in
          expectEqual(scene.field.text, "0.00000001")
          expectEqual(scene.label.text, "0.00000001")
          scene.press(.backspace)
          scene.field.type("2")
          expectEqual(scene.value, .double(2e-8))
        }
      }
      let digits = DecimalDigits(integer: 22, fraction: 0...8)
      try FieldScene.play("weight", .double(1e21)) { scene in
        expectEqual(
          DecimalLabelInteractor(scene.subject, "weight", digits: digits).text,
          "1000000000000000000000")
        #expect(!scene.press(.character("1")), "more digits than a field has")
        expectEqual(scene.value, .double(1e21))
      }
      let person = Person()
      person.height = decimal("1000000000000000000000")
      let field = DecimalTextFieldInteractor(person, "height", minimumFractionDigits: 0)
      expectEqual(field.text, "1000000000000000000000")
      person.height = decimal("0.00000001")
      expectEqual(field.text, "0")
      field.begin()
      expectEqual(field.text, "0.00000001")
    },
    CornerCase(142, "a number with too many digits for a label is no number there, not a wrong one")
    {
      let person = Person()
      for (value, text) in [("1234", "###"), ("999.5", "###"), ("999", "999"), ("-1234", "###")] {
        person.height = decimal(value)
        let digits = DecimalDigits(integer: 3, fraction: 0...0)
        expectEqual(DecimalLabelInteractor(person, "height", digits: digits).text, text)
      }
      person.count = 1_234_567
      expectEqual(IntegerLabelInteractor(person, "count").text, "1234567")
    },
    CornerCase(143, "a label rounds half to even, also where a least number of digits is given") {
      let person = Person()
      let digits = DecimalDigits(integer: 3, fraction: 2...2)
      for (value, text) in [("0.125", "0.12"), ("0.135", "0.14"), ("0.1251", "0.13")] {
        person.height = decimal(value)
        expectEqual(DecimalLabelInteractor(person, "height", digits: digits).text, text)
      }
    },
    CornerCase(144, "what is rounded to zero has no minus") {
      let person = Person()
      person.height = decimal("-0.001")
      person.weight = -0.001
      let digits = DecimalDigits(integer: 3, fraction: 2...2)
      for name in ["height", "weight"] {
        expectEqual(DecimalLabelInteractor(person, name, digits: digits).text, "0.00")
      }
    },
    CornerCase(145, "a decimal stays exact from the keys to the label") {
      try FieldScene.play("height", .decimal(.zero)) { scene in
        scene.press(.clear)
        scene.field.type("9.20")
        expectEqual(scene.value, .decimal(decimal("9.2")))
        expectEqual(scene.label.text, "9.2")
        let digits = DecimalDigits(integer: 3, fraction: 2...30)
        expectEqual(DecimalLabelInteractor(scene.subject, "height", digits: digits).text, "9.20")
      }
    },
    CornerCase(146, "no value is shown as such, and what is no number is replaced") {
      let person = Person()
      let record = try record(Property("age", .integer, isOptional: true), Property("w", .double))
      for subject in [person, record] as [any PropertySubject] {
        expectEqual(IntegerLabelInteractor(subject, "age").text, "«nil»")
        expectEqual(TextFieldInteractor(subject, subject.property(named: "age")!).text, "")
      }
      for (number, text) in [(Double.nan, "nan"), (.infinity, "inf"), (-.infinity, "-inf")] {
        #expect(throws: Violation.self) { try record.set("w", to: .double(number)) }
        person.weight = number
        expectEqual(DoubleLabelInteractor(person, "weight").text, text)
        let own = TextFieldInteractor(person, person.property(named: "weight")!)
        for field in [own, DecimalTextFieldInteractor(person, "weight")] {
          person.weight = number
          expectEqual(field.text, text)
          field.begin()
          expectEqual(field.selectedText, text)
          expectEqual(field.end(), .ended)
          expectEqual(person.weight.description, text)
          expectEqual(field.type("1x"), "x")
          expectEqual(person.weight, 1)
          field.end()
        }
      }
    },
    CornerCase(147, "a label has the groups of its locale") {
      let person = Person()
      let cases = [
        ("en_IN", 1_234_567, "12,34,567"), ("hi_IN", 1_234_567, "12,34,567"),
        ("es_ES", 1234, "1234"), ("es_ES", 12345, "12.345"), ("en_US", 1234, "1,234"),
      ]
      for (locale, number, text) in cases {
        person.count = number
        let symbols = try symbols(locale)
        let label = IntegerLabelInteractor(person, "count", symbols: symbols, isGrouped: true)
        expectEqual(label.text, text, "\(locale)")
      }
    },
  ]
}
