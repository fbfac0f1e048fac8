internal import Interactors
public import Records

/// The presenter of a screen: loads the models of an id, formats them for the view, and formats
/// them again after each change.
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
  public typealias SectionFormatter = ScreenFormatter<Model, [ItemSection<ItemID, Kind>]>
  /// The content that configures the view.
  public typealias Content = ViewContent<ItemID, Kind>
  private typealias Handler = EventHandler<any NotifyPropertyChanged, PropertyChange>

  /// The id of the model.
  public final let id: ID
  /// The loaded model; nil before loading, and if loading has failed or was cancelled.
  public private(set) final var model: Model?
  /// The content that configures the view.
  public private(set) final lazy var content = Content(menu: menu)
  /// The view; a weak reference.
  public final weak var view: (any ViewInput<Content>)? {
    didSet { if view !== oldValue { isConfigured = false } }
  }
  /// Opens other screens and shows alerts and progress.
  public final let wireframe: any Wireframe
  /// Returns the title of a model's screen; empty by default.
  public final var title: (Model) -> String = { _ in "" }
  /// Returns the objects to observe for changes; none by default.
  public final var subjects: (Model) -> [any NotifyPropertyChanged] = { _ in [] }

  /// Whether to format after each change; otherwise call ``update()`` after the last of several
  /// changes.
  public final var formatsAtOnce = true

  private let loading: LoadingInteractor<ID, Model>
  private let formatters: [any SectionFormatter]
  private var followed: [ObjectIdentifier: (subject: any NotifyPropertyChanged, handler: Handler)] =
    [:]
  private var isStale = false
  /// Whether the view was configured; from then on, it observes the content itself.
  private var isConfigured = false

  /// Creates the presenter of a screen; loading starts when the view appears.
  ///
  /// - Parameter formatters: their sections are concatenated.
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

  /// Loads the model if necessary and configures the view; leaves the screen if loading fails or is
  /// cancelled.
  ///
  /// - Precondition: loading is synchronous; otherwise use ``appear()``.
  open func viewDidAppear() {
    activate()
    if model == nil { take(loading.load(id, through: wireframe)) } else { configure() }
  }

  /// Does the same as ``viewDidAppear()``, and waits for loading on the caller's actor.
  ///
  /// The result is discarded if the view has disappeared meanwhile.
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

  /// Stops observing the models.
  open func viewDidDisappear() { deactivate() }

  /// Handles a gesture; shows an error in an alert.
  open func viewDidReceive(_ gesture: UserGesture<ItemID>) {
    do { try handle(gesture) } catch { alert(error) }
  }

  /// Performs a command; shows an error in an alert.
  open func viewDidChoose(command: String) {
    do { try perform(command) } catch { alert(error) }
  }

  /// Handles a gesture and waits for its command; shows an error in an alert.
  nonisolated(nonsending) open func receive(_ gesture: UserGesture<ItemID>) async {
    do { try await handle(gesture) } catch { alert(error) }
  }

  /// Performs a command and waits for it; shows an error in an alert.
  nonisolated(nonsending) open func choose(command: String) async {
    do { try await perform(command) } catch { alert(error) }
  }

  /// Sets the model and formats it.
  public final func show(_ model: Model) {
    self.model = model
    format()
  }

  /// Formats the model if it has changed since it was last formatted.
  public final func update() {
    if isStale { format() }
  }

  /// Formats the model unconditionally. Items that are no longer shown leave the selection, and
  /// return when they are shown again.
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

  /// Formats the model and observes it.
  open override func didActivate() { format() }

  /// Stops observing the models.
  open override func didDeactivate() { follow([]) }

  /// Observes exactly these subjects, because a model may have gained or lost objects.
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

  /// Shows an error, but not a cancellation, because the user has caused it.
  private func alert(_ error: any Error) {
    switch error {
    case is CancellationError: break
    case let error as PresenterError: wireframe.alert(WireframeAlert(error.message))
    default: wireframe.alert(loading.alert(error))
    }
  }
}
