import AppleNames
import Interactors
import Presentation
import RecordStore
import Records
import Testing
import Validation
import Values

private final class Person: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed var age: Int?
}

/// Compiles only if no name of the libraries is also a name in Apple's frameworks.
@Suite struct AppleNamesTests {
  private struct Page: View {
    let section: Section
    let alert: Alert
    let query: Query
    let record: Record
    let form: Form
    let label: Label
    let list: List
    let table: Table
    let text: Text
    let transaction: Transaction
    let schema: Schema
    let gesture: any Gesture.Type
    let subject: any Subject.Type
  }

  private struct Tap: Gesture {}
  private struct Stream: Subject {}

  @Test func anAppUsesItsNamesAndOursWithoutAPrefix() {
    let page = Page(
      section: Section(), alert: Alert(), query: Query(), record: Record(), form: Form(),
      label: Label(), list: List(), table: Table(), text: Text(), transaction: Transaction(),
      schema: Schema(), gesture: Tap.self, subject: Stream.self)
    let ada = Person()
    let field = IntegerTextFieldInteractor(ada, \.age, in: 0...150)
    field.press(.character("4"))
    #expect(ada.age == 4)
    #expect("\(page.record)" == "Record()")
  }
}
