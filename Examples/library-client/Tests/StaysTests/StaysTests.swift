import Interactors
import Presentation
import Records
import Stays
import Testing
import Validation
import Values

/// Compiles only if a module on the main actor can use the libraries.
@Suite struct StaysTests {
  private let stay = Stay()

  @Test func theRulesOfAClassReadTheMainActor() {
    stay.departure = 1
    #expect(stay.violations().map(\.property) == ["departure"])
    #expect(throws: Violation.self) { try stay.validate() }
    stay.departure = 20
    #expect(stay.violations().isEmpty)
    #expect(stay.warnings().count == 1)
  }

  @Test func anOverriddenLabelShowsInAViewOfTheMainActor() {
    let label = GuestLabel(stay, \.guest)
    let view = GuestView()
    label.view = view
    #expect(view.text == "Ada Lovelace")
    Settings.shared.isLoud = true
    defer { Settings.shared.isLoud = false }
    stay.guest = "Grace Hopper"
    #expect(view.text == "Grace Hopper!")
    #expect(label.changes == 1)
  }

  @Test func anOverriddenFieldEditsAndEnds() {
    let field = DayField(stay, \.departure, in: 1...31)
    let view = DayView()
    field.view = view
    #expect(view.placeholder == "day")
    field.press(.selectAll)
    #expect(!field.press(.character("x")).isAccepted)
    field.press(.paste("17"))
    #expect(field.end() == .ended)
    #expect(stay.departure == 17)
    #expect(view.text == "17")
    #expect(field.ends == 1)
  }

  @Test func aControlOfOnesOwnSetsItsProperty() throws {
    let control = CheapSwitch(stay, stay.propertyName(of: \.price))
    control.isOn = true
    try control.updateSubject()
    #expect(stay.price == 50)
  }

  @Test func aFormRefusesWhatARuleForbidsAndWaitsForAServer() async {
    let form = FormInteractor(stay, \.arrival, \.departure)
    let field = form.field(at: \Stay.departure)
    field?.press(.selectAll)
    field?.press(.character("1"))
    #expect(form.end() != .ended)
    field?.press(.character("2"))
    var stored: [String] = []
    let outcome = await form.end { changes in
      await Task.yield()
      stored = changes.map(\.propertyName)
    }
    #expect(outcome == .ended)
    #expect(stored == ["departure"])
  }

  @Test func modelsAndCalculationsFollow() {
    let nights = Calculation { [stay] in .integer(stay.departure - stay.arrival) }
    nights.depend(on: stay, \.departure)
    let label = LabelModel(ExpressionLabelInteractor(nights))
    let field = FieldModel(IntegerTextFieldInteractor(stay, \.departure))
    field.text = "9"
    nights.update()
    #expect(label.text == "8")
  }

  @Test func changesOfAnotherThreadWouldArriveOnTheMainActor() async {
    let label = GuestLabel(stay, \.guest)
    label.follow(on: MainActor.shared)
    stay.guest = "Grace Hopper"
    while label.text != "Grace Hopper" { await Task.yield() }
    var changes = stay.changes.makeAsyncIterator()
    stay.arrival = 3
    #expect(await changes.next()?.name == "arrival")
  }

  @Test func aFormatterFormatsForAScreen() {
    let wireframe = QuietWireframe()
    let view = StayView()
    let screen = ScreenPresenter(
      1, loading: LoadingInteractor<Int, Stay> { [stay] _, _ in stay },
      formatters: [StayFormatter()], wireframe: wireframe)
    screen.title = { $0.guest }
    screen.subjects = { [$0] }
    screen.view = view
    screen.viewDidAppear()
    stay.departure = 5
    #expect(view.title == "Ada Lovelace")
    #expect(view.lines == ["Ada Lovelace", "4 days"])
  }
}

final class QuietWireframe: Wireframe {
  var isCancelled = false
  func open(_ destination: Int) {}
  func leave() {}
  func alert(_ alert: WireframeAlert) {}
  func showProgress(_ progress: LoadingProgress) {}
  func hideProgress() {}
}

final class StayView: ViewInput {
  var title = ""
  var lines: [String] = []

  func configure(with content: ViewContent<StayRow, StayRowKind>) {
    content.title.follow { [weak self] in self?.title = $0 }
    content.sections.follow { [weak self] in self?.lines = $0.flatMap { $0.items.map(\.text) } }
  }
}
