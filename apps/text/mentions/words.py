"""Words of everyday prose, which in a text mean code only when something says so."""

_COMMON = """
    action active add address after alias all alpha any append apply apps args array async
    attach auth author auto back base basic batch before begin binary block body bool boolean
    bottom branch break browser buffer build bytes cache call callback cancel category char
    check child children choice choices class clean clear cli client clone close code collect
    color column command comment commit common compare complete config configure connect
    connection content context continue copy core count create current custom data database date
    datetime day debug decimal decode default define delete depth description detail dict diff
    directory disable display django done down draft dump each echo edit else email empty enable
    encode end engine entry enum error errors escape eval event events exact example examples
    exec execute exists exit expand export expression extends extra false fetch field fields
    file filename files fill filter final find first flag flags flat float flush follow for form
    format forms from full func function functions get global go grant graph group groups handle
    handler hash head header headers height help hidden hide home hook host hour html http icon
    id ids ignore image import in include index info init inline input insert install int
    integer internal invalid is item items iter join json key keys kind kwargs label lang
    language last layout leave left length level lib limit line link links list load local lock
    log login logout logs long loop lower main manager map mark match max mean media member
    memory merge message messages meta metadata method methods middle min minute mode model
    models module modules month move multiple name names nested new next node none normal not
    note notes null number object objects off offset old on only open option optional options or
    order other output owner package page pages parent parse parser part pass password patch
    path pattern peek pending permission phone pipe pk plain plugin plural pop port position
    post pre prefix prepare previous print private process product profile project properties
    property public pull push put python query queue raise range rank rate raw read ready reason
    record redirect ref refresh regex region register release remove rename render repeat
    replace request require required reset resolve resource response rest result results retry
    return reverse right role roles root round route router row rows rule rules run safe save
    scale schema scope score search second secret section select self send server service
    session sessions set settings setup shape show shutdown sign signal signals silent simple
    single site size skip slice slot slug sort source space spec split start state static status
    step stop storage store str stream strict string strip style sub submit success suffix sum
    summary super support switch symbol sync system tab table tag tags target task tasks
    template templates term test tests text theme then thread time timeout timezone title to
    todo token tokens top total trace track trans transaction translate trigger true try tuple
    type types undefined union unique unit unknown unset up update upload upper url urls use
    user username users util utils valid validate value values var variable vary verbose version
    view views void wait walk warn warning watch week weight when where width window with word
    words worker workers wrap write xml year yes yield zero zip zone
"""
COMMON = frozenset(_COMMON.split())
