import Interactors
import Records
import Testing
import Validation

final class Person: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed var name: String = ""
  @Observed var age: Int? = nil
  @Observed var count: Int = 0
  @Observed var height: ExactDecimal = .zero
  @Observed var weight: Double = 0
  @Observed var active: Bool = false
}

final class LabelSpy: LabelView {
  var traits: ViewTraits?
  var texts: [String] = []

  func configureView(_ traits: ViewTraits) { self.traits = traits }
  func updateView(_ text: String) { texts.append(text) }
}

final class FieldSpy: TextFieldView {
  var traits: ViewTraits?
  var states: [EditState] = []

  func configureView(_ traits: ViewTraits) { self.traits = traits }
  func updateView(_ state: EditState) { states.append(state) }
}

extension TextFieldInteractor {
  /// Returns the characters that were refused.
  @discardableResult
  func type(_ text: String) -> String {
    var refused = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if case .rejected = press(.character(scalar)) { refused.append(scalar) }
    }
    return String(refused)
  }
}

func decimal(_ text: String) -> ExactDecimal { ExactDecimal(text)! }

func record(_ properties: Property..., values: [String: Value?] = [:]) throws -> TypedRecord {
  try TypedRecord(RecordType("T", properties), values)
}
