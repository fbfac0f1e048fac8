internal import Interactors
public import Records

/// The presenter of one screen: it loads the models of an id, formats them for the view, and does
/// so again whenever one of them has changed.
///
/// ```swift
/// let presenter = ScreenPresenter(
///   id, loading: loading, formatters: [DetailsFormatter(), RatingsFormatter()],
///   wireframe: wireframe)
/// presenter.title = { $0.show.title }
/// presenter.subjects = { [$0.show] + $0.reviews }
/// presenter.view = view
/// presenter.viewDidAppear()
/// ```
open class ScreenPresenter<ID, Model, ItemID: Hashable & Sendable, Kind: Hashable & Sendable>:
  Presenter<ItemID>, AsyncViewOutput
{
  /// A formatter for the screen.
  public typealias SectionFormatter = ScreenFormatter<Model, [Section<ItemID, Kind>]>
  /// What the view is configured with.
  public typealias Content = ViewContent<ItemID, Kind>
  private typealias Handler = EventHandler<any NotifyPropertyChanged, PropertyChange>

  /// What the screen is about.
  public final let id: ID
  /// What is loaded; nil before, and where the loading has failed or was cancelled.
  public private(set) final var model: Model?
  /// What the view is configured with.
  public private(set) final lazy var content = Content(menu: menu)
  /// Shows the screen; the presenter does not keep it alive.
  public final weak var view: (any ViewInput<Content>)? {
    didSet { if view !== oldValue { isConfigured = false } }
  }
  /// Opens other screens and shows alerts and progress.
  public final let wireframe: any Wireframe
  /// What the screen of a model is called; nothing unless it is set.
  public final var title: (Model) -> String = { _ in "" }
  /// The objects whose changes the screen follows; none unless it is set.
  public final var subjects: (Model) -> [any NotifyPropertyChanged] = { _ in [] }

  /// Whether the screen is formatted as soon as a model has changed; otherwise by ``update()``, when
  /// all has changed that was to change.
  public final var formatsAtOnce = true

  private let loading: LoadingInteractor<ID, Model>
  private let formatters: [any SectionFormatter]
  private var followed: [ObjectIdentifier: (subject: any NotifyPropertyChanged, handler: Handler)] =
    [:]
  private var isStale = false
  /// Whether the view has its content, which it follows from then on.
  private var isConfigured = false

  /// Makes the presenter of a screen; it loads nothing before its view appears.
  ///
  /// - Parameter formatters: each makes sections, which follow one another on the screen.
  public init(
    _ id: ID, loading: LoadingInteractor<ID, Model>, formatters: [any SectionFormatter],
    wireframe: any Wireframe
  ) {
    self.id = id
    self.loading = loading
    self.formatters = formatters
    self.wireframe = wireframe
    super.init()
    nest(loading)
  }

  /// Loads what the screen needs, unless that is there already, and configures the view; after an
  /// error that was shown, or where the person did not want to wait, leaves the screen.
  ///
  /// - Precondition: the loading does not wait; ``appear()`` is for that.
  open func viewDidAppear() {
    activate()
    if model == nil { take(loading.load(id, through: wireframe)) } else { configure() }
  }

  /// Does as ``viewDidAppear()``, and waits for the loading on the actor of the caller.
  ///
  /// What comes when the view has disappeared, or the task was cancelled, is dropped.
  nonisolated(nonsending) open func appear() async {
    activate()
    guard model == nil else { return configure() }
    let outcome = await loading.load(id, through: wireframe)
    if isActive { take(outcome) }
  }

  private func take(_ outcome: LoadingInteractor<ID, Model>.Outcome) {
    switch outcome {
    case .loaded(let model):
      show(model)
      configure()
    case .failed, .cancelled: wireframe.leave()
    }
  }

  private func configure() {
    guard !isConfigured, let view else { return }
    isConfigured = true
    view.configure(with: content)
  }

  /// Ceases to follow the models.
  open func viewDidDisappear() { deactivate() }

  /// Answers the gesture; an error is shown in an alert.
  open func viewDidReceive(_ gesture: Gesture<ItemID>) {
    do { try handle(gesture) } catch { alert(error) }
  }

  /// Carries out the command; an error is shown in an alert.
  open func viewDidChoose(command: String) {
    do { try perform(command) } catch { alert(error) }
  }

  /// Answers the gesture and waits until it is carried out; an error is shown in an alert.
  nonisolated(nonsending) open func receive(_ gesture: Gesture<ItemID>) async {
    do { try await handle(gesture) } catch { alert(error) }
  }

  /// Carries out the command and waits for it; an error is shown in an alert.
  nonisolated(nonsending) open func choose(command: String) async {
    do { try await perform(command) } catch { alert(error) }
  }

  /// Takes over what was loaded, and formats it.
  public final func show(_ model: Model) {
    self.model = model
    format()
  }

  /// Formats the model anew if it has changed since.
  public final func update() {
    if isStale { format() }
  }

  /// Formats the model anew, whether it has changed or not; items that are no longer shown leave the
  /// selection, and return to it when they are shown again.
  public final func format() {
    guard let model else { return }
    isStale = false
    content.title.value = title(model)
    let sections = formatters.flatMap { $0.output(for: model) }
    content.sections.value = sections
    let shown = Set(sections.flatMap { $0.items.map(\.id) })
    selection.keep { shown.contains($0) }
    if isActive { follow(subjects(model)) }
    updateMenu()
  }

  /// Formats the model, and follows it.
  open override func didActivate() { format() }

  /// Lets go of the models.
  open override func didDeactivate() { follow([]) }

  /// Follows these objects and no others: a model may have got more of them, or fewer.
  private func follow(_ subjects: [any NotifyPropertyChanged]) {
    let wanted = Set(subjects.map { ObjectIdentifier($0) })
    for (id, (subject, handler)) in followed where !wanted.contains(id) {
      let event = subject.propertyChanged
      event -= handler
      followed[id] = nil
    }
    for subject in subjects where followed[ObjectIdentifier(subject)] == nil {
      let handler = subject.propertyChanged.add { [weak self] _, _ in self?.modelHasChanged() }
      followed[ObjectIdentifier(subject)] = (subject, handler)
    }
  }

  private func modelHasChanged() {
    isStale = true
    if formatsAtOnce { format() }
  }

  /// Shows an error; that something was cancelled the person knows.
  private func alert(_ error: any Error) {
    switch error {
    case is CancellationError: break
    case let error as PresenterError: wireframe.alert(Alert(error.message))
    default: wireframe.alert(loading.alert(error))
    }
  }
}
